// One line per check: `ok name`, or `not ok name: reason`. Every check has a deadline.

let failures = 0;

/** Runs `body` and prints its verdict; resolves to whether it held. A body that misses its deadline has failed. */
export async function check(name, body, deadlineMs = 15_000) {
  try {
    await within(deadlineMs, body(), "the check");
    console.log(`ok ${name}`);
    return true;
  } catch (error) {
    failures += 1;
    console.log(`not ok ${name}: ${oneLine(error)}`);
    return false;
  }
}

/** The value of `promise`, or an error once `deadlineMs` have passed. */
export async function within(deadlineMs, promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the process; open handles of a check that missed its deadline must not hold it. */
export function finish() {
  process.exit(failures === 0 ? 0 : 1);
}

function oneLine(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, " ").slice(0, 500);
}
