//! What the edge says and believes: cookies, proxies, addresses and origins.

mod support;

use std::net::SocketAddr;

use estopim_server::limits::Rate;
use rstest::rstest;
use serde_json::json;
use support::Platform;
use support::client::{Answer, Visitor};

async fn behind_a_proxy() -> Platform {
    Platform::with(|config| config.behind_proxy = true).await
}

/// One request by somebody without a session.
async fn ask(address: SocketAddr, path: &str, headers: &str) -> Answer {
    let mut stranger = Visitor::stranger(address);
    stranger.request("GET", path, None, headers).await.expect("an answer")
}

#[tokio::test]
async fn a_session_is_given_where_one_is_needed_and_never_with_what_caches_keep() {
    let platform = Platform::start().await;
    for (path, given) in [
        ("/", true),
        ("/rules/atomic", true),
        ("/api/me", true),
        ("/api/games?mine=1", true),
        ("/api/games/nothere1", true),
        ("/icon.svg", false),
        ("/assets/nothing.js", false),
        ("/healthz", false),
        ("/metrics", false),
    ] {
        let answer = ask(platform.address, path, "").await;
        let keep = answer.header("cache-control").expect("it is said who may keep it");
        assert_eq!(answer.header("set-cookie").is_some(), given, "{path}: {keep}");
        assert!(!given || !keep.contains("public"), "{path}: {keep}");
    }
}

/// Which of the page's files, if it has been built, may be kept by anybody.
#[tokio::test]
async fn no_file_of_the_page_carries_a_session() {
    let platform = Platform::start().await;
    let page = ask(platform.address, "/", "").await.body;
    let assets: Vec<&str> = page.split('"').filter(|text| text.starts_with("/assets/")).collect();
    assert_eq!(assets.is_empty(), page.contains("has not been built"), "{page}");
    for asset in assets {
        let answer = ask(platform.address, asset, "").await;
        assert!(answer.header("cache-control").is_some_and(|keep| keep.contains("public")));
        assert_eq!(answer.header("set-cookie"), None, "{asset}");
    }
}

/// The page's files, if it has been built, were compressed with it; the server chooses by what a client takes.
#[rstest]
#[case::plain("", None)]
#[case::nothing_known("Accept-Encoding: zstd, gzip;q=0\r\n", None)]
#[case::plain_http("Accept-Encoding: gzip, deflate\r\n", Some("gzip"))]
#[case::encrypted("Accept-Encoding: gzip, deflate, br, zstd\r\n", Some("br"))]
#[tokio::test]
async fn the_page_is_sent_in_the_smallest_form_that_a_client_takes(
    #[case] accepts: &str,
    #[case] wanted: Option<&str>,
) {
    let platform = Platform::start().await;
    let page = ask(platform.address, "/", "").await.body;
    let Some(script) = page.split('"').find(|text| text.starts_with("/assets/index-")) else {
        assert!(page.contains("has not been built"), "{page}");
        return;
    };
    let length = |answer: &Answer| answer.header("content-length").and_then(|it| it.parse().ok());
    for path in ["/", script] {
        let plain: usize = length(&ask(platform.address, path, "").await).expect("a length");
        let answer = ask(platform.address, path, accepts).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-encoding"), wanted, "{path}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path}");
        let sent = length(&answer).expect("a length");
        assert_eq!(sent < plain, wanted.is_some(), "{path}: {sent} of {plain}");
        let form = ask(platform.address, &format!("{script}.gz"), accepts).await;
        assert_eq!(form.status, 404, "a form has no address of its own");
    }
}

#[rstest]
#[case::after(|good: &str| format!("Cookie: {good}; estopim_session=junk\r\n"))]
#[case::before(|good: &str| format!("Cookie: estopim_session=junk; {good}\r\n"))]
#[case::forged(|good: &str| format!("Cookie: {good}; estopim_session={}\r\n", "A".repeat(68)))]
#[case::another_line(|good: &str| format!("Cookie: {good}\r\nCookie: estopim_session=junk\r\n"))]
#[tokio::test]
async fn a_second_cookie_does_not_displace_the_session(#[case] cookies: fn(&str) -> String) {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let me = visitor.get("/api/me").await.expect("an answer").json();
    let cookies = cookies(visitor.cookie().expect("a session"));
    let answer = ask(platform.address, "/api/me", &cookies).await;
    assert_eq!((answer.json(), answer.header("set-cookie")), (me, None));
}

#[rstest]
#[case::tls(true, "X-Forwarded-Proto: https\r\n", true)]
#[case::plain(true, "X-Forwarded-Proto: http\r\n", false)]
#[case::unsaid(true, "", false)]
#[case::claimed_by_the_client(
    true,
    "X-Forwarded-Proto: https\r\nX-Forwarded-Proto: http\r\n",
    false
)]
#[case::no_proxy(false, "X-Forwarded-Proto: https\r\n", false)]
#[tokio::test]
async fn cookies_are_secure_and_pages_strict_behind_tls(
    #[case] behind_proxy: bool,
    #[case] headers: &str,
    #[case] is_secure: bool,
) {
    let platform = Platform::with(|config| config.behind_proxy = behind_proxy).await;
    for path in ["/", "/api/me"] {
        let answer = ask(platform.address, path, headers).await;
        let cookie = answer.header("set-cookie").expect("a session");
        assert_eq!(cookie.contains("; Secure"), is_secure, "{cookie}");
        let strict = answer.header("strict-transport-security");
        assert_eq!(strict, is_secure.then_some("max-age=31536000"), "{path}");
    }
}

#[rstest]
#[case::same("http://play.example", "play.example", "", true)]
#[case::port("http://play.example:8080", "play.example:8080", "", true)]
#[case::tls("https://play.example", "play.example", "X-Forwarded-Proto: https\r\n", true)]
#[case::tls_unsaid("https://play.example", "play.example", "", true)]
#[case::tls_with_port(
    "https://play.example",
    "play.example:443",
    "X-Forwarded-Proto: https\r\n",
    true
)]
#[case::host_by_the_proxy(
    "https://play.example",
    "127.0.0.1:8080",
    "X-Forwarded-Proto: https\r\nX-Forwarded-Host: play.example\r\n",
    true
)]
#[case::downgraded("http://play.example", "play.example", "X-Forwarded-Proto: https\r\n", false)]
#[case::elsewhere(
    "https://elsewhere.example",
    "play.example",
    "X-Forwarded-Proto: https\r\n",
    false
)]
#[case::longer("https://play.example.elsewhere.example", "play.example", "", false)]
#[case::other_port("http://play.example:81", "play.example:8080", "", false)]
#[case::nobody("null", "play.example", "", false)]
#[tokio::test]
async fn only_our_own_page_changes_things_behind_tls_too(
    #[case] origin: &str,
    #[case] host: &str,
    #[case] headers: &str,
    #[case] is_own: bool,
) {
    let platform = behind_a_proxy().await;
    let said = json!({ "variant": "chess" }).to_string();
    let request = format!(
        "POST /api/position HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\n{headers}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{said}",
        said.len()
    );
    let told = support::raw(platform.address, &request).await;
    let status = told.split(' ').nth(1).map(str::to_owned);
    assert_eq!(status.as_deref(), Some(if is_own { "200" } else { "403" }), "{told}");
}

/// How many of these requests are served at a rate whose burst is four.
async fn served(behind_proxy: bool, forwarded: impl Fn(u32) -> String) -> usize {
    let limits = |config: &mut estopim_server::Config| {
        config.behind_proxy = behind_proxy;
        config.requests = Rate { per_second: 0.001, burst: 4.0 };
    };
    let platform = Platform::with(limits).await;
    let mut served = 0;
    for n in 0..12 {
        let answer = ask(platform.address, "/api/variants", &forwarded(n)).await;
        served += usize::from(answer.status == 200);
    }
    served
}

#[rstest]
#[case::by_the_proxy(true, |n| format!("X-Forwarded-For: 192.0.2.{n}\r\n"), 12)]
#[case::invented_before(true, |n| format!("X-Forwarded-For: 198.51.100.{n}, 192.0.2.1\r\n"), 4)]
#[case::invented_line(true, |n| format!("X-Forwarded-For: 198.51.100.{n}\r\nX-Forwarded-For: 192.0.2.1\r\n"), 4)]
#[case::junk(true, |n| format!("X-Forwarded-For: 192.0.2.{n}, junk{n}\r\n"), 4)]
#[case::empty(true, |_| "X-Forwarded-For:\r\n".to_owned(), 4)]
#[case::with_ports(true, |n| format!("X-Forwarded-For: 192.0.2.1:{}\r\n", 1000 + n), 4)]
#[case::one_network(true, |n| format!("X-Forwarded-For: 2001:db8:0:1::{n}\r\n"), 4)]
#[case::many_networks(true, |n| format!("X-Forwarded-For: 2001:db8:0:{n}::1\r\n"), 12)]
#[case::mapped(true, |n| {
    let address = if n % 2 == 0 { "192.0.2.1" } else { "::ffff:192.0.2.1" };
    format!("X-Forwarded-For: {address}\r\n")
}, 4)]
#[case::many_mapped(true, |n| format!("X-Forwarded-For: ::ffff:192.0.2.{n}\r\n"), 12)]
#[case::no_proxy(false, |n| format!("X-Forwarded-For: 192.0.2.{n}\r\n"), 4)]
#[tokio::test]
async fn limits_are_kept_for_who_really_asks(
    #[case] behind_proxy: bool,
    #[case] forwarded: fn(u32) -> String,
    #[case] wanted: usize,
) {
    assert_eq!(served(behind_proxy, forwarded).await, wanted);
}

#[tokio::test]
async fn metrics_are_for_this_machine_and_for_their_own_listener() {
    for behind_proxy in [false, true] {
        let platform = Platform::with(|config| config.behind_proxy = behind_proxy).await;
        let answer = ask(platform.address, "/metrics", "").await;
        // Behind a proxy everybody comes from its address, which may be this machine's.
        assert_eq!(answer.status, if behind_proxy { 404 } else { 200 });
        assert_eq!(answer.body.contains("estopim_sockets"), !behind_proxy);
        let own = ask(platform.metrics, "/metrics", "").await;
        assert!(own.status == 200 && own.body.contains("estopim_sockets"), "{}", own.body);
        assert_eq!(own.header("content-type"), Some("text/plain; version=0.0.4"));
        for path in ["/", "/api/me", "/healthz", "/ws"] {
            assert_eq!(ask(platform.metrics, path, "").await.status, 404, "{path}");
        }
    }
}

#[rstest]
#[case("/", 200)]
#[case("/game/abcd1234", 200)]
#[case("/games", 200)]
#[case("/games/", 200)]
#[case("/rules", 200)]
#[case("/rules/strictatomic", 200)]
#[case("/about", 200)]
#[case("/learn", 200)]
#[case("/learn/knight", 200)]
#[case("/learn/dragon", 404)]
#[case("/computers", 200)]
#[case("/elsewhere", 404)]
#[case("/game", 404)]
#[case("/game/a%20b", 404)]
#[case("/game/abcd1234/more", 404)]
#[case("/rules/checkers", 404)]
#[case("/wp-admin/setup", 404)]
#[tokio::test]
async fn an_unknown_page_is_not_found_and_says_so_itself(#[case] path: &str, #[case] wanted: u16) {
    let platform = Platform::start().await;
    let answer = ask(platform.address, path, "").await;
    let kind = answer.header("content-type");
    assert_eq!((answer.status, kind), (wanted, Some("text/html; charset=utf-8")), "{path}");
    assert!(answer.header("cache-control").is_some_and(|keep| keep.contains("no-cache")));
    assert!(answer.body.contains("<title>Estopim"), "{}", answer.body);
}

#[tokio::test]
async fn a_network_is_sent_compressed_once_and_not_again() {
    let platform = Platform::start().await;
    let head = |headers: String| {
        let request = format!(
            "HEAD /api/networks/atomic HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{headers}\r\n"
        );
        async move { support::raw(platform.address, &request).await.to_ascii_lowercase() }
    };
    let plain = head(String::new()).await;
    assert!(plain.starts_with("http/1.1 200") && !plain.contains("content-encoding"), "{plain}");
    let packed = head("Accept-Encoding: gzip\r\n".to_owned()).await;
    assert!(packed.contains("content-encoding: gzip"), "{packed}");
    let length = |told: &str| -> usize {
        let line = told.lines().find_map(|line| line.strip_prefix("content-length: "));
        line.and_then(|number| number.trim().parse().ok()).expect("a length")
    };
    assert!(length(&packed) < length(&plain) * 2 / 3, "{packed}");
    let tag =
        packed.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
    let again = head(format!("If-None-Match: {tag}\r\n")).await;
    assert!(again.starts_with("http/1.1 304"), "{again}");
    let unknown = ask(platform.address, "/api/networks/draughts", "").await;
    assert_eq!(unknown.status, 404);
}
