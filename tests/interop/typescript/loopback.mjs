// For a server that cannot say to which port it was bound, nor be told to keep to this machine:
//
//   PORT=0 node --import loopback.mjs <server>
//
// Whatever it listens to is a free port of this machine, and the URL of that is printed.

import { Server } from "node:net";

const { listen } = Server.prototype;
Server.prototype.listen = function (_, ...rest) {
  this.once("listening", () => console.log(`http://127.0.0.1:${this.address().port}/mcp`));
  return listen.call(this, 0, "127.0.0.1", ...rest);
};
