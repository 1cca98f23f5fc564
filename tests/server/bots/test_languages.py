"""Programs in any language run in the sandbox as outside: threads, processes, sockets, their own memory management."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.server.bots.processes import BotProgram
from tests.support.sandboxes import host, needs_sandbox, play

PYTHON = """
import asyncio, concurrent.futures, json, multiprocessing, socket
from multiprocessing import shared_memory

def square(number):
    return number * number

async def child():
    process = await asyncio.create_subprocess_exec("echo", "hi", stdout=-1)
    return (await process.communicate())[0]

if __name__ == "__main__":
    for method in ("fork", "spawn", "forkserver"):
        context = multiprocessing.get_context(method)
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            assert list(pool.map(square, range(4))) == [0, 1, 4, 9]
    number, array = multiprocessing.Value("i", 3), multiprocessing.Array("d", 100)
    memory = shared_memory.SharedMemory(create=True, size=1000)
    memory.close()
    memory.unlink()
    assert asyncio.run(child()) == b"hi\\n"
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
    print(json.dumps("fine"))
"""
NODE = """
const { Worker, isMainThread, parentPort } = require("worker_threads");
if (!isMainThread) parentPort.postMessage(new SharedArrayBuffer(1 << 20).byteLength);
else new Worker(__filename).on("message", () => {
  const server = require("net").createServer((end) => end.end("x")).listen(0, "127.0.0.1", () => {
    require("net").connect(server.address().port, "127.0.0.1").on("data", () => {
      require("child_process").execSync("echo hi");
      require("os").cpus();
      console.log(JSON.stringify("fine"));
      server.close();
    });
  });
});
"""
GO = """
package main

import ("fmt"; "net"; "os/exec"; "sync")

func main() {
	var all sync.WaitGroup
	for i := 0; i < 50; i++ {
		all.Add(1)
		go func() { defer all.Done(); _ = make([]byte, 1<<16) }()
	}
	all.Wait()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil { panic(err) }
	go func() { end, _ := listener.Accept(); end.Write([]byte("x")); end.Close() }()
	end, err := net.Dial("tcp", listener.Addr().String())
	if err != nil { panic(err) }
	if _, err := end.Read(make([]byte, 1)); err != nil { panic(err) }
	if _, err := exec.Command("echo", "hi").Output(); err != nil { panic(err) }
	fmt.Println("\\"fine\\"")
}
"""
JAVA = """
import java.util.*;
import java.util.concurrent.*;

public class Bot {
    public static void main(String[] words) throws Exception {
        var pool = Executors.newFixedThreadPool(8);
        var work = new ArrayList<Future<Integer>>();
        for (int i = 0; i < 20; i++) work.add(pool.submit(() -> new int[100_000].length));
        for (var one : work) one.get();
        var server = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
        new java.net.Socket(server.getInetAddress(), server.getLocalPort()).close();
        if (new ProcessBuilder("true").start().waitFor() != 0) throw new Exception();
        pool.shutdown();
        System.out.println("\\"fine\\"");
    }
}
"""
CPP = """
#include <cstdlib>
#include <iostream>
#include <thread>
#include <vector>
int main() {
    std::vector<std::thread> all;
    for (int i = 0; i < 8; i++) all.emplace_back([] { std::vector<int> numbers(100000); });
    for (auto& one : all) one.join();
    if (std::system("true") != 0) return 1;
    std::cout << "\\"fine\\"" << std::endl;
}
"""
RUST = """
fn main() {
    let all: Vec<_> = (0..8).map(|_| std::thread::spawn(|| vec![0u8; 100000].len())).collect();
    for one in all { one.join().unwrap(); }
    assert!(std::process::Command::new("true").status().unwrap().success());
    println!("\\"fine\\"");
}
"""
LANGUAGES = {
    "Python": ("bot.py", PYTHON, None, [sys.executable, "bot.py"]),
    "Node": ("bot.js", NODE, None, ["node", "bot.js"]),
    "Go": ("bot.go", GO, ["go", "build", "-o", "bot", "bot.go"], ["./bot"]),
    "Java": ("Bot.java", JAVA, ["javac", "Bot.java"], ["java", "-Xmx256m", "-cp", ".", "Bot"]),
    "C++": ("bot.cpp", CPP, ["g++", "-pthread", "-o", "bot", "bot.cpp"], ["./bot"]),
    "Rust": ("bot.rs", RUST, ["rustc", "-o", "bot", "bot.rs"], ["./bot"]),
}


@needs_sandbox
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_runs_in_the_sandbox(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, code, build, command = LANGUAGES[language]
    for tool in [*(build or [])[:1], *command[:1]]:
        if "/" not in tool and shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / name).write_text(code)
    if build:
        _build(build, folder)
    monkeypatch.chdir(folder)
    ended = play(BotProgram("test", tuple(command), folder=folder), host(tmp_path))
    assert json.loads(ended.output.text()) == "fine"
    assert ended.failure == ""


def _build(command: Sequence[str], folder: Path) -> None:
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if built.returncode:
        pytest.skip(f"{command[0]} does not work here: {built.stderr[-200:]}")
