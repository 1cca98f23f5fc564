// Generate writes the Go code of the referee's messages into gen/, from the .proto files: it needs no protoc.
//
// `go generate ./...` runs it. It looks for the .proto files in protos/, and if that does not exist, in ../../protos.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("generate: ")
	if err := generate(); err != nil {
		log.Fatal(err)
	}
}

func generate() error {
	module, root, err := ownModule()
	if err != nil {
		return err
	}
	sources, err := findSources(root)
	if err != nil {
		return err
	}
	request, err := compile(sources, module)
	if err != nil {
		return err
	}
	for _, plugin := range []string{"protoc-gen-go", "protoc-gen-go-grpc"} {
		if err := run(plugin, request, root); err != nil {
			return fmt.Errorf("%s: %w", plugin, err)
		}
	}
	return nil
}

// ownModule returns the name of the module and the folder of its go.mod: `go generate` starts a program in the folder
// of the file that names it.
func ownModule() (module, folder string, err error) {
	command := exec.Command("go", "list", "-m", "-f", "{{.Path}}\n{{.Dir}}")
	command.Env, command.Stderr = append(os.Environ(), "GOWORK=off"), os.Stderr
	output, err := command.Output()
	module, folder, _ = strings.Cut(strings.TrimSpace(string(output)), "\n")
	return module, folder, err
}

// findSources returns the folder with the .proto files, as a file system.
func findSources(root string) (fs.FS, error) {
	for _, folder := range []string{filepath.Join(root, "protos"), filepath.Join(root, "..", "..", "protos")} {
		if _, err := os.Stat(filepath.Join(folder, "referee", "v1", "play_service.proto")); err == nil {
			return os.DirFS(folder), nil
		}
	}
	return nil, fmt.Errorf("there are no .proto files in %s/protos; `referee protos` writes them", root)
}

// compile does what protoc does before it calls a plugin.
func compile(sources fs.FS, module string) (*pluginpb.CodeGeneratorRequest, error) {
	names, err := listSources(sources)
	if err != nil {
		return nil, err
	}
	open := func(name string) (source protocompile.SearchResult, err error) {
		source.Source, err = sources.Open(name)
		return source, err
	}
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(protocompile.ResolverFunc(open)),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(context.Background(), names...)
	if err != nil {
		return nil, err
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: proto.String(parameter(names, module))}
	described := map[string]bool{}
	for _, file := range files {
		describe(file, request, described)
	}
	return request, nil
}

// listSources names the files that a bot needs: its own service, and the messages of every game.
func listSources(sources fs.FS) ([]string, error) {
	names, err := fs.Glob(sources, "referee/games/*/v1/*.proto")
	return append(names, "referee/v1/match.proto", "referee/v1/play_service.proto"), err
}

// parameter maps each file to its package, because the files themselves name no Go package.
func parameter(names []string, module string) string {
	words := []string{"module=" + module}
	for _, name := range names {
		words = append(words, "M"+name+"="+path.Join(module, "gen", path.Dir(name)))
	}
	return strings.Join(words, ",")
}

// describe adds a file after all files that it imports.
func describe(file protoreflect.FileDescriptor, request *pluginpb.CodeGeneratorRequest, described map[string]bool) {
	if described[file.Path()] {
		return
	}
	described[file.Path()] = true
	for index := range file.Imports().Len() {
		describe(file.Imports().Get(index).FileDescriptor, request, described)
	}
	request.ProtoFile = append(request.ProtoFile, asProto(file))
}

func asProto(file protoreflect.FileDescriptor) *descriptorpb.FileDescriptorProto {
	if holder, ok := file.(interface {
		FileDescriptorProto() *descriptorpb.FileDescriptorProto
	}); ok {
		return holder.FileDescriptorProto() // this one includes the comments
	}
	return protodesc.ToFileDescriptorProto(file)
}

// run lets a plugin generate code, as protoc would, and writes the result below the root.
func run(plugin string, request *pluginpb.CodeGeneratorRequest, root string) error {
	input, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	command := exec.Command("go", "tool", plugin)
	command.Stdin, command.Stderr = bytes.NewReader(input), os.Stderr
	output, err := command.Output()
	if err != nil {
		return err
	}
	response := &pluginpb.CodeGeneratorResponse{}
	if err := proto.Unmarshal(output, response); err != nil {
		return err
	}
	if response.Error != nil {
		return fmt.Errorf("%s", response.GetError())
	}
	for _, file := range response.File {
		target := filepath.Join(root, filepath.FromSlash(file.GetName()))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, []byte(file.GetContent()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
