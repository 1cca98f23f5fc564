//! Generates the Rust code of the messages from the `.proto` files, without protoc.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let protos = find_protos()?;
    println!("cargo::rerun-if-changed={}", protos.display());
    println!("cargo::rerun-if-env-changed=REFEREE_PROTOS");
    let mut files = Vec::new();
    collect(&protos, &mut files)?;
    files.sort();
    let descriptors = protox::compile(&files, [&protos])?;
    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names(); // needed to unpack an Any: messages must know their names
    tonic_prost_build::configure()
        .build_server(false)
        .include_file("messages.rs")
        .compile_fds_with_config(descriptors, config)?;
    Ok(())
}

/// Finds the protos: the folder that `REFEREE_PROTOS` names, else the nearest `protos` folder, going up.
fn find_protos() -> Result<PathBuf, Box<dyn Error>> {
    if let Some(named) = std::env::var_os("REFEREE_PROTOS") {
        return Ok(named.into());
    }
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    here.ancestors()
        .map(|folder| folder.join("protos"))
        .find(|protos| protos.join("referee/v1/play_service.proto").is_file())
        .ok_or_else(|| {
            let here = here.display();
            format!("no folder `protos` with the referee's .proto files in {here} or above it: set REFEREE_PROTOS")
                .into()
        })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
