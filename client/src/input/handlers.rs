//! The handlers for a server's questions.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use snodo_core::model::{
    Ask, ClientCapabilities, CreateMessage, CreateMessageResult, ElicitResult, FormElicitation, InputRequest,
    InputResponse, JsonObject, ListRoots, ListRootsResult, UrlElicitation,
};

type Answer = Pin<Box<dyn Future<Output = Result<InputResponse, Fault>> + Send>>;
type Fault = Box<dyn StdError + Send + Sync>;
type Handler<Q> = Arc<dyn Fn(Q) -> Answer + Send + Sync>;

/// Who answers which questions. Cloning shares the handlers.
#[derive(Clone, Default)]
pub(crate) struct Handlers {
    form: Option<Handler<FormElicitation>>,
    url: Option<Handler<UrlElicitation>>,
    sampling: Option<Handler<CreateMessage>>,
    roots: Option<Handler<ListRoots>>,
}

fn handler<Q, A, E, F, Fut>(answer: F) -> Option<Handler<Q>>
where
    A: Into<InputResponse>,
    E: Into<Fault>,
    F: Fn(Q) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<A, E>> + Send + 'static,
{
    Some(Arc::new(move |question| {
        let answer = answer(question);
        Box::pin(async move { answer.await.map(Into::into).map_err(Into::into) })
    }))
}

macro_rules! setters {
    ($($name:ident: $question:ty => $answer:ty;)*) => {$(
        pub(crate) fn $name<E, F, Fut>(&mut self, answer: F)
        where
            E: Into<Fault>,
            F: Fn($question) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = Result<$answer, E>> + Send + 'static,
        {
            self.$name = handler(answer);
        }
    )*};
}

impl Handlers {
    setters! {
        form: FormElicitation => ElicitResult;
        url: UrlElicitation => ElicitResult;
        sampling: CreateMessage => CreateMessageResult;
        roots: ListRoots => ListRootsResult;
    }

    /// Adds what these handlers can do to what the client says it can.
    pub(crate) fn declare(&self, capabilities: &mut ClientCapabilities) {
        let none = JsonObject::default;
        if self.form.is_some() {
            capabilities.elicitation.get_or_insert_default().form.get_or_insert_with(none);
        }
        if self.url.is_some() {
            capabilities.elicitation.get_or_insert_default().url.get_or_insert_with(none);
        }
        if self.sampling.is_some() {
            capabilities.sampling.get_or_insert_default();
        }
        if self.roots.is_some() {
            capabilities.roots.get_or_insert_with(none);
        }
    }

    pub(crate) fn knows(&self, question: &InputRequest) -> bool {
        match question {
            InputRequest::Form(_) => self.form.is_some(),
            InputRequest::Url(_) => self.url.is_some(),
            InputRequest::Sampling(_) => self.sampling.is_some(),
            InputRequest::Roots(_) => self.roots.is_some(),
            _ => false,
        }
    }

    /// Answers a question, as JSON text that fits it; or says what the handler's fault is.
    pub(crate) async fn answer(&self, question: &InputRequest) -> Result<Box<str>, Fault> {
        let answer = match (question, self) {
            (InputRequest::Form(question), Self { form: Some(form), .. }) => form(question.clone()),
            (InputRequest::Url(question), Self { url: Some(url), .. }) => url(question.clone()),
            (InputRequest::Sampling(question), Self { sampling: Some(sampling), .. }) => {
                sampling((**question).clone())
            }
            (InputRequest::Roots(question), Self { roots: Some(roots), .. }) => roots(question.clone()),
            _ => return Err("nobody answers this kind of question".into()),
        };
        let json = serde_json::to_string(&answer.await?)?;
        question.decode(&json)?;
        Ok(json.into())
    }
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handlers")
            .field("form", &self.form.is_some())
            .field("url", &self.url.is_some())
            .field("sampling", &self.sampling.is_some())
            .field("roots", &self.roots.is_some())
            .finish()
    }
}
