//! The application: router, middleware, startup and shutdown.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::Method;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use estopim_engine::Endgames;
use estopim_protocol::ReasonCode;
use estopim_protocol::class::NewClass;
use estopim_protocol::tables::TableResult;
use estopim_store::{Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::address::Caller;
use crate::auth::{Session, Signer};
use crate::bots::{Challenges, Tokens, engines};
use crate::bus::Bus;
use crate::class::registry::new_pin;
use crate::class::{BrowserSession, ClassIndex, Classes, Standing};
use crate::config::{ClassMode, Config};
use crate::connection::{Bounds, ConnectionLimit};
use crate::error::Error as Refused;
use crate::game::live::Kind;
use crate::game::rows::kind_word;
use crate::game::{Context, Games};
use crate::heartbeat::Outages;
use crate::liac::Tables;
use crate::limits::{AddressLimit, AddressQuota};
use crate::listen::Listening;
use crate::metrics::Metrics;
use crate::reports::Reports;
use crate::routes::{api, page};
use crate::time::TimeSource;
use crate::workers::Workers;
use crate::{files, heartbeat, routes};

/// The largest body of a request.
const MAX_BODY: usize = 16 * 1024;
/// The least number of connections beyond the limit on sockets, for HTTP requests and for sockets being opened.
const SPARE_CONNECTIONS: usize = 100;
/// The most connections to the metrics listener.
const METRICS_CONNECTIONS: usize = 16;
/// File descriptors that are not for connections: the database, its journals, the terminal.
const RESERVED_FILES: u64 = 64;
/// How long the last message of a match may take.
const LAST_MESSAGE: Duration = Duration::from_millis(300);
/// The least limit on connections, however few file descriptors there are.
const MIN_CONNECTIONS: u64 = 16;

/// Content security policy: nothing from other origins, nothing inline, no framing. The rules and the engine are WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// HSTS: a browser that came by TLS uses nothing else for a year.
const STRICT: &str = "max-age=31536000";

/// The state that all requests share.
pub struct App {
    pub(crate) games: Arc<Games>,
    pub(crate) classes: Arc<Classes>,
    pub(crate) reports: Reports,
    /// Challenges between accounts.
    pub(crate) challenges: Arc<Challenges>,
    /// How many challenges and tokens one address may make.
    pub(crate) challenges_made: AddressLimit,
    /// Tokens of programs.
    pub(crate) tokens: Tokens,
    pub(crate) signer: Signer,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) config: Config,
    /// The request limit of each address…
    pub(crate) requests: AddressLimit,
    /// …and its limit on files of the page, of which a first visit takes a dozen.
    pub(crate) files: AddressLimit,
    /// Tables of LIAC's protocol, if programs may connect.
    pub(crate) tables: Option<Arc<Tables>>,
    /// The sockets of each address.
    pub(crate) sockets: Arc<AddressQuota>,
    pub(crate) closing: watch::Sender<bool>,
}

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The data directory cannot be used.
    #[error("the data directory {path} cannot be used: {error}")]
    DataDir {
        /// Which.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The ports of LIAC's protocol cannot be bound.
    #[error("cannot listen for programs on {0}")]
    Liac(io::Error),
    /// An I/O error.
    #[error("the server failed: {0}")]
    Io(#[from] io::Error),
}

/// A server that listens, ready to run.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
    metrics: Option<(TcpListener, SocketAddr)>,
    class: Option<NewClass>,
}

/// Goes on with the last class, or makes one.
async fn open_class(classes: &Arc<Classes>, mode: &ClassMode) -> Result<NewClass, ServeError> {
    let latest = if mode.wants_new() { None } else { classes.latest().await? };
    let class = if let Some(class) = latest {
        class
    } else {
        let made = classes.create(None, new_pin()).await;
        made.map_err(|error| io::Error::other(error.0.message))?
    };
    mode.set_pin(class.pin.clone());
    Ok(class)
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let bound = TcpListener::bind(address).await;
    let listener = bound.map_err(|error| ServeError::Bind { address, error })?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// How many connections there may be: half as many again as sockets, if the files suffice.
fn bounds(config: &Config, files: Option<u64>) -> Bounds {
    let wanted = config.max_sockets.saturating_add((config.max_sockets / 2).max(SPARE_CONNECTIONS));
    let possible =
        files.map_or(u64::MAX, |files| files.saturating_sub(RESERVED_FILES).max(MIN_CONNECTIONS));
    Bounds {
        total: wanted.min(usize::try_from(possible).unwrap_or(usize::MAX)),
        // Behind a proxy all connections have the proxy's address.
        per_address: (!config.behind_proxy).then_some(config.connections_per_address),
    }
}

impl Server {
    /// Opens the database and binds the listeners.
    pub async fn start(config: Config) -> Result<Self, ServeError> {
        Self::start_by(config, TimeSource::default()).await
    }

    /// The same, with another time source.
    pub async fn start_by(config: Config, time: TimeSource) -> Result<Self, ServeError> {
        let data_dir =
            |error| ServeError::DataDir { path: config.data_dir.display().to_string(), error };
        std::fs::create_dir_all(&config.data_dir).map_err(data_dir)?;
        let signer = Signer::open(&config.data_dir.join("secret")).map_err(data_dir)?;
        let store = Store::open(config.database.secret()).await?;
        store.resume(time.now_ms()).await?;
        let metrics = Arc::new(Metrics::default());
        let bus = Arc::new(Bus::default());
        let index = Arc::new(ClassIndex::default());
        tokio::spawn(Arc::clone(&bus).run(store.clone()));
        tokio::spawn(Arc::clone(&bus).run_games_to_watch());
        let (tables, complaints) = Endgames::open(&config.tables, &config.syzygy);
        for complaint in complaints {
            tracing::warn!("an endgame table is left out: {complaint}");
        }
        let workers = Workers::start(config.engine_workers, Arc::clone(&metrics), tables.clone())?;
        let games = Games::new(Context {
            store,
            bus,
            classes: Arc::clone(&index),
            hub: Arc::default(),
            workers,
            metrics: Arc::clone(&metrics),
            outages: Outages::new(time.now_ms()),
            openings: AddressLimit::new(config.openings),
            config: config.clone(),
            time,
            #[cfg(test)]
            faults: Arc::default(),
        });
        tokio::spawn(heartbeat::run(Arc::clone(&games)));
        tokio::spawn(Arc::clone(&games).wake_sleepers());
        tokio::spawn(Arc::clone(&games).wake_timed());
        // The tasks of open seeks withdraw them if their owners do not come back. Oldest first, so that the latest seek
        // of a session wins.
        for row in games
            .context
            .store
            .open_seeks(kind_word(Kind::Lobby), i64::MAX)
            .await?
            .into_iter()
            .rev()
        {
            if let Some(owner) = row.white_id.or(row.black_id) {
                games.seek(&Session(owner), &row.id).await;
            }
        }
        let closing = watch::Sender::new(false);
        let bot_tables = match config.liac.clone() {
            Some(liac) => {
                let started = Tables::start(&games, liac, closing.subscribe()).await;
                Some(started.map_err(ServeError::Liac)?)
            }
            None => None,
        };
        let (listener, address) = bind(config.bind).await?;
        let counts = match config.metrics_bind {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let classes = Classes::load(Arc::clone(&games)).await?;
        let class = match &config.class_mode {
            Some(mode) => Some(open_class(&classes, mode).await?),
            None => None,
        };
        let app = Arc::new(App {
            challenges: Challenges::new(Arc::clone(&games.context.hub)),
            challenges_made: AddressLimit::new(config.openings),
            tokens: Tokens::default(),
            games,
            classes,
            tables: bot_tables,
            reports: Reports::start(Arc::clone(&metrics), tables)?,
            signer,
            metrics,
            requests: AddressLimit::new(config.requests),
            files: AddressLimit::new(config.files()),
            sockets: AddressQuota::new(config.connections_per_address),
            closing,
            config,
        });
        for engine in app.config.engines.clone() {
            engines::start(&app.games, &app.challenges, engine).await?;
        }
        Ok(Self { app, listener, address, metrics: counts, class })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The code and the PIN of the class that it is for, if it is for one.
    pub fn class(&self) -> Option<&NewClass> {
        self.class.as_ref()
    }

    /// The tables of programs, if there are any.
    pub fn tables(&self) -> Option<Arc<Tables>> {
        self.app.tables.clone()
    }

    /// The address of the metrics listener, if there is one.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(|(_, address)| *address)
    }

    /// Serves until `end` resolves, then shuts down gracefully.
    pub async fn run(
        self,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Self { app, listener, metrics, .. } = self;
        let messages = app.config.messages;
        let timeouts = app.config.timeouts;
        let connections =
            ConnectionLimit::new(bounds(&app.config, files::limit()), Arc::clone(&app.metrics));
        let listening =
            Listening::new(listener, router(Arc::clone(&app)), connections, timeouts, messages);
        let serving = tokio::spawn(listening.serve(app.closing.subscribe()));
        if let Some((listener, address)) = metrics {
            tracing::info!(%address, "what is counted is told at http://{address}/metrics");
            let bounds = Bounds { total: METRICS_CONNECTIONS, per_address: None };
            let connections = ConnectionLimit::new(bounds, Arc::clone(&app.metrics));
            let router = routes::metrics_only().with_state(Arc::clone(&app));
            let listening = Listening::new(listener, router, connections, timeouts, messages);
            tokio::spawn(listening.serve(app.closing.subscribe()));
        }
        end.await;
        tracing::info!("ending");
        let deadline = Instant::now() + timeouts.grace;
        app.closing.send_replace(true);
        serving.await.map_err(io::Error::other)?;
        // Sockets close by themselves; wait for them.
        while app.metrics.sockets.load(Relaxed) > 0 && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        app.games.context.store.close().await;
        Ok(())
    }
}

/// Runs a server until SIGTERM or Ctrl-C. `ready` is called with its address.
///
/// Neither generic nor `async`, so that the server is compiled in this crate only.
pub fn serve(
    runtime: &Runtime,
    config: Config,
    ready: &mut dyn FnMut(SocketAddr),
) -> Result<(), ServeError> {
    serve_class(runtime, config, &mut |address, _| ready(address))
}

/// The same; `ready` is told the code and the PIN of the class too, in class mode.
pub fn serve_class(
    runtime: &Runtime,
    config: Config,
    ready: &mut dyn FnMut(SocketAddr, Option<&NewClass>),
) -> Result<(), ServeError> {
    let files = files::raise_limit();
    let shown = files.map_or_else(|| "any number of".to_owned(), |files| files.to_string());
    tracing::info!(files, "{shown} files may be open");
    runtime.block_on(async {
        // The handler is installed before `ready` is called: an earlier signal would kill the process.
        let mut end = Box::pin(end_signal()?);
        let server = tokio::select! {
            server = Server::start(config) => server?,
            () = &mut end => return Ok(()),
        };
        ready(server.address(), server.class());
        server.run(end).await
    })
}

/// What happens in a match between programs.
pub enum MatchNews<'a> {
    /// Programs can connect at these addresses, White's first; the page is at the last one.
    Open([SocketAddr; 2], SocketAddr),
    /// A game has ended.
    Ended(&'a TableResult),
}

/// Plays one match at one table of LIAC's protocol, until it is over or SIGTERM or Ctrl-C comes. `tell` is called with
/// what happens.
pub fn serve_match(
    runtime: &Runtime,
    config: Config,
    tell: &mut dyn FnMut(MatchNews<'_>),
) -> Result<(), ServeError> {
    let games = config.liac.as_ref().and_then(|liac| liac.match_games).unwrap_or(1) as usize;
    runtime.block_on(async {
        let mut end = Box::pin(end_signal()?);
        let server = Server::start(config).await?;
        let Some(tables) = server.tables() else { return Ok(()) };
        tell(MatchNews::Open(tables.addresses(), server.address()));
        let mut changes = tables.changes();
        let (done, is_done) = tokio::sync::oneshot::channel::<()>();
        let serving = tokio::spawn(server.run(async move { drop(is_done.await) }));
        let mut told = 0;
        while told < games {
            tokio::select! {
                _ = changes.changed() => {}
                () = &mut end => break,
            }
            let views = tables.views();
            let Some(view) = views.first() else { continue };
            for result in view.results.iter().skip(told) {
                tell(MatchNews::Ended(result));
            }
            told = view.results.len();
        }
        // The last message is on its way to the programs.
        tokio::time::sleep(LAST_MESSAGE).await;
        let _ = done.send(());
        serving.await.map_err(io::Error::other)?
    })
}

/// Ctrl-C or SIGTERM, listened to from the call on.
#[cfg(unix)]
fn end_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ctrl-C, listened to from the call on.
#[cfg(windows)]
fn end_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move { drop(interrupt.recv().await) })
}

fn router(app: Arc<App>) -> Router {
    routes::all()
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(Arc::clone(&app), check))
        .with_state(app)
}

/// Middleware of every request: limits, the Origin check, the session; and headers of every response.
async fn check(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let caller = Caller::of(peer, request.headers(), app.config.behind_proxy);
    request.extensions_mut().insert(caller.address);
    let is_api = api::is_path(request.uri().path());
    if is_api && *request.method() == Method::OPTIONS {
        return preflight();
    }
    let known = app.signer.session(request.headers());
    let index = &app.games.context.classes;
    let standing = known.as_ref().map_or(Standing::Stranger, |session| index.standing(session));
    if let Some(mode) = &app.config.class_mode
        && mode.is_elsewhere(caller.address.0)
        && index.reached_by(caller.address.0)
    {
        app.classes.network_changed();
    }
    let mut response = match app.admit(&caller, &request, &standing) {
        Ok(()) if app.config.class_mode.is_some() && request.uri().path() == "/" => {
            let teaches =
                matches!(standing, Standing::Teacher { .. }) || caller.address.0.is_loopback();
            Redirect::to(if teaches { "/class" } else { "/j" }).into_response()
        }
        Ok(()) => {
            let is_new = known.is_none();
            let session = known.unwrap_or_else(|| app.signer.new_session());
            // Who comes with a token needs no cookie.
            let is_asked =
                is_for_programs(request.uri().path()) && !api::has_token(request.headers());
            // A child plays by its seat, whatever browser it has.
            let plays_as = match standing {
                Standing::Child { seat, .. } => seat,
                Standing::Stranger | Standing::Teacher { .. } => session.clone(),
            };
            request.extensions_mut().insert(plays_as);
            request.extensions_mut().insert(BrowserSession(session.clone()));
            let mut response = next.run(request).await;
            // The page gets a session cookie; files that may be cached do not.
            if is_new
                && (is_asked || is_page(&response))
                && let Ok(cookie) = app.signer.cookie(&session, caller.is_secure).parse()
            {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(error) if is_api && error.0.code == ReasonCode::RateLimited => {
            api::ApiError::too_many().into_response()
        }
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api {
        // Programs in pages of others come with a token, never with a cookie.
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    if caller.is_secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(STRICT));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

impl App {
    fn admit(
        &self,
        caller: &Caller,
        request: &Request,
        standing: &Standing,
    ) -> Result<(), Refused> {
        let now = Instant::now();
        let path = request.uri().path();
        let is_socket = path == "/ws" || path.starts_with("/ws/");
        let makes = is_socket || path == "/api/games" && request.method() == Method::POST;
        let limit = if page::is_file(path) { &self.files } else { &self.requests };
        // A program whose move is refused for haste would lose its game by it.
        let is_move = api::is_move(request.method(), path) && api::has_token(request.headers());
        // A whole class may share one address, so it has a limit of its own.
        let index = &self.games.context.classes;
        let is_within = match standing {
            Standing::Child { class, .. } | Standing::Teacher { class } if !page::is_file(path) => {
                index.allows_request(class, now)
            }
            _ => {
                is_move
                    || limit.allows(caller.address, now)
                        && (!makes || self.games.context.openings.allows(caller.address, now))
            }
        };
        if !is_within {
            self.metrics.limited.fetch_add(1, Relaxed);
            return Err(Refused::rate_limited());
        }
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD) || is_socket;
        if changes && !api::has_token(request.headers()) && !caller.is_own_page(request.headers()) {
            return Err(Refused::new(
                ReasonCode::WrongOrigin,
                "this may only be asked by our own page",
            ));
        }
        let is_of_class = match standing {
            Standing::Child { .. } => true,
            Standing::Stranger => self.config.class_mode.is_some(),
            Standing::Teacher { .. } => false,
        };
        if is_of_class && !may_child_ask(request.method(), path) {
            return Err(Refused::new(ReasonCode::ClassOnly, "this is not for a class"));
        }
        if is_socket && self.metrics.sockets.load(Relaxed) >= self.config.max_sockets as i64 {
            return Err(Refused::busy());
        }
        Ok(())
    }
}

/// Whether a child in a class may ask for something; all else is refused, so that a new feature is not for children until it is
/// listed here. Games check who sees them, and the lobby is refused by the socket.
fn may_child_ask(method: &Method, path: &str) -> bool {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    if !is_for_programs(path) {
        return reads && path != "/metrics";
    }
    if path.starts_with("/api/class/")
        || path == "/api/class"
        || path == "/ws"
        || path.starts_with("/ws/class/")
    {
        return true;
    }
    let of_rules = ["/api/variants", "/api/position", "/api/me"].contains(&path);
    let is_own_game = path.strip_prefix("/api/games/").is_some_and(|id| !id.contains('/'));
    reads && (of_rules || is_own_game || path.starts_with("/api/networks/"))
        || path == "/api/position" && *method == Method::POST
}

/// The answer to a browser that asks whether a page of others may make a request with a token.
fn preflight() -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
    ];
    (axum::http::StatusCode::NO_CONTENT, headers).into_response()
}

/// Whether a path belongs to the API.
fn is_for_programs(path: &str) -> bool {
    path == "/ws" || path.starts_with("/ws/") || path.starts_with("/api/")
}

/// Whether a response is the page itself.
fn is_page(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}
