//! The referee's address and our token, read from the environment.

use std::sync::Arc;
use std::time::Duration;

use tonic::transport::{ClientTlsConfig, Endpoint};

use crate::errors::{with_causes, ClientError};
use crate::tls::OwnAuthorities;

/// How to reach the referee.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// `host:port` or `unix:/path/of/socket`.
    pub address: String,
    /// The token that the organiser gave to this bot.
    pub token: String,
    /// A file with the certificate authorities to trust; empty: the connection is not encrypted.
    pub ca: String,
}

impl Settings {
    /// Reads `REFEREE_ADDRESS`, `REFEREE_TOKEN` and `REFEREE_CA`.
    ///
    /// # Errors
    /// There is no address.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ClientError> {
        let get = |name| variable(name).unwrap_or_default();
        let settings = Self {
            address: get("REFEREE_ADDRESS"),
            token: get("REFEREE_TOKEN"),
            ca: get("REFEREE_CA"),
        };
        if settings.address.is_empty() {
            return Err(ClientError(
                "set REFEREE_ADDRESS to the referee's host:port or unix:/path (and REFEREE_TOKEN)".into(),
            ));
        }
        Ok(settings)
    }

    /// How to connect: with pings that are answered however long a bot thinks, and encrypted if there is a CA.
    pub(crate) fn endpoint(&self) -> Result<Endpoint, ClientError> {
        let scheme = if self.ca.is_empty() { "http" } else { "https" };
        let uri = if self.address.starts_with("unix:") {
            self.address.clone()
        } else {
            format!("{scheme}://{}", self.address)
        };
        let wrong = |why: &dyn std::fmt::Debug| {
            ClientError(format!(
                "REFEREE_ADDRESS is {:?}, not host:port or unix:/path: {why:?}",
                self.address
            ))
        };
        let endpoint = Endpoint::from_shared(uri)
            .map_err(|why| wrong(&why))?
            .connect_timeout(Duration::from_secs(5))
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_timeout(Duration::from_secs(5))
            .keep_alive_while_idle(true);
        if self.ca.is_empty() {
            return Ok(endpoint);
        }
        let no_ca = |why: &dyn std::fmt::Display| ClientError(format!("REFEREE_CA: {}: {why}", self.ca));
        let pem = std::fs::read(&self.ca).map_err(|why| no_ca(&why))?;
        let authorities = OwnAuthorities::from_pem(&pem).map_err(|why| no_ca(&why))?;
        endpoint
            .tls_config_with_verifier(ClientTlsConfig::new(), Arc::new(authorities))
            .map_err(|why| no_ca(&with_causes(&why)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<Settings, ClientError> {
        Settings::from_environment(|name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_string())
        })
    }

    #[test]
    fn they_come_from_the_environment() {
        let all = from(&[
            ("REFEREE_ADDRESS", "here:1"),
            ("REFEREE_TOKEN", "secret"),
            ("REFEREE_CA", "ca.pem"),
        ]);
        let expected = Settings {
            address: "here:1".into(),
            token: "secret".into(),
            ca: "ca.pem".into(),
        };
        assert_eq!(all.unwrap(), expected);
    }

    #[test]
    fn an_address_is_needed() {
        for variables in [&[][..], &[("REFEREE_ADDRESS", "")]] {
            let error = from(variables).unwrap_err();
            assert!(error.0.contains("set REFEREE_ADDRESS to"), "{error}");
        }
    }

    #[test]
    fn what_cannot_be_dialled_is_named() {
        for (address, ca, says) in [
            ("no host", "", "REFEREE_ADDRESS is \"no host\""),
            (
                "localhost:1",
                "no/such.pem",
                "REFEREE_CA: no/such.pem: No such file",
            ),
        ] {
            let settings = Settings {
                address: address.into(),
                ca: ca.into(),
                ..Default::default()
            };
            let error = settings.endpoint().unwrap_err();
            assert!(error.0.contains(says), "{error}");
        }
    }

    #[test]
    fn hosts_and_sockets_can_be_dialled() {
        for address in [
            "localhost:50051",
            "127.0.0.1:50051",
            "[::1]:50051",
            "unix:/tmp/referee.sock",
        ] {
            let settings = Settings {
                address: address.into(),
                ..Default::default()
            };
            assert!(settings.endpoint().is_ok(), "{address}");
        }
    }
}
