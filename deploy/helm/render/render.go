// Renders the chart with Go's templates, as `helm template` does, where there is no helm: Debian's packages golang-go,
// golang-github-masterminds-sprig-dev and golang-sigs-k8s-yaml-dev have all that it needs.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run render.go CHART [VALUES.yaml]
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) map[string]interface{} {
	text, err := os.ReadFile(path)
	fail(err)
	var values map[string]interface{}
	fail(yaml.Unmarshal(text, &values))
	return values
}

// Maps are merged, everything else is replaced.
func merge(into, from map[string]interface{}) {
	for name, value := range from {
		inner, isMap := value.(map[string]interface{})
		known, wasMap := into[name].(map[string]interface{})
		if isMap && wasMap {
			merge(known, inner)
		} else {
			into[name] = value
		}
	}
}

type files struct{ chart string }

func (f files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(f.chart, name))
	fail(err)
	return string(text)
}

func main() {
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	if len(os.Args) > 2 {
		merge(values, read(os.Args[2]))
	}
	about := read(filepath.Join(chart, "Chart.yaml"))
	context := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": map[string]interface{}{"Name": "club", "Namespace": "default", "Service": "Helm"},
		"Files":   files{chart},
	}
	all := template.New("chart").Option("missingkey=error")
	all.Funcs(sprig.TxtFuncMap()).Funcs(template.FuncMap{
		"toYaml": func(value interface{}) string {
			text, err := yaml.Marshal(value)
			fail(err)
			return strings.TrimSuffix(string(text), "\n")
		},
		"include": func(name string, data interface{}) (string, error) {
			var text bytes.Buffer
			err := all.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
	})
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	fail(err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		fail(err)
		_, err = all.New(filepath.Base(path)).Parse(string(text))
		fail(err)
	}
	for _, path := range paths {
		if filepath.Ext(path) == ".yaml" {
			fmt.Printf("---\n# Source: %s\n", filepath.Base(path))
			fail(all.ExecuteTemplate(os.Stdout, filepath.Base(path), context))
		}
	}
}
