//! Which referees an encrypted connection trusts.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_name, WebPkiServerVerifier};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

/// Trusts what the organiser's authorities have signed, and each of their certificates itself. rustls alone would refuse a
/// self-signed certificate, as `openssl req -x509` makes it, because it accepts no authority as a server.
#[derive(Debug)]
pub(crate) struct OwnAuthorities {
    authorities: Vec<CertificateDer<'static>>,
    signed: Arc<WebPkiServerVerifier>,
}

impl OwnAuthorities {
    /// Reads a PEM file.
    pub(crate) fn from_pem(pem: &[u8]) -> Result<Self, String> {
        let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        let authorities = read.map_err(|why| why.to_string())?;
        let mut roots = RootCertStore::empty();
        for authority in &authorities {
            roots.add(authority.clone()).map_err(|why| why.to_string())?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let signed = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
            .build()
            .map_err(|_| "there is no certificate in it")?;
        Ok(Self { authorities, signed })
    }
}

impl ServerCertVerifier for OwnAuthorities {
    fn verify_server_cert(
        &self,
        server: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self.signed.verify_server_cert(server, others, name, ocsp, now);
        match verified {
            // Expired, revoked and malformed certificates have other errors.
            Err(Error::InvalidCertificate(CertificateError::Other(_)))
                if self.authorities.contains(server) =>
            {
                verify_server_name(&ParsedCertificate::try_from(server)?, name)?;
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signed
            .verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.signed
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.signed.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn check(authority: &rcgen::Certificate, server: &rcgen::Certificate, name: &str, day: u64) -> bool {
        let authorities = OwnAuthorities::from_pem(authority.pem().as_bytes()).unwrap();
        let name = ServerName::try_from(name).unwrap();
        let now = UnixTime::since_unix_epoch(Duration::from_secs(day * 24 * 60 * 60));
        authorities
            .verify_server_cert(server.der(), &[], &name, &[], now)
            .is_ok()
    }

    /// A self-signed certificate, valid from 2020 to 2030.
    fn own_authority() -> rcgen::Certificate {
        let mut wanted = rcgen::CertificateParams::new(vec!["localhost".into()]).unwrap();
        wanted.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        wanted.not_before = rcgen::date_time_ymd(2020, 1, 1);
        wanted.not_after = rcgen::date_time_ymd(2030, 1, 1);
        wanted.self_signed(&rcgen::KeyPair::generate().unwrap()).unwrap()
    }

    #[test]
    fn a_certificate_that_is_its_own_authority_is_trusted_where_and_while_it_is_good() {
        let (known, stranger) = (own_authority(), own_authority());
        let (year_2025, year_2019, year_2031) = (20_089, 17_897, 22_280);
        assert!(check(&known, &known, "localhost", year_2025));
        assert!(!check(&known, &stranger, "localhost", year_2025), "another one");
        assert!(!check(&known, &known, "example.org", year_2025), "another host");
        assert!(!check(&known, &known, "localhost", year_2019), "too early");
        assert!(!check(&known, &known, "localhost", year_2031), "too late");
    }

    #[test]
    fn a_file_without_certificates_is_refused() {
        for (pem, says) in [("", "no certificate"), ("-----BEGIN CERTIFICATE-----\nAAAA", "")] {
            let error = OwnAuthorities::from_pem(pem.as_bytes()).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }
}
