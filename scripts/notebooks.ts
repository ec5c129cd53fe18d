// Writes each `examples/<name>.ipynb` from the script with the same name (`npm run notebooks`). Lines `// %%` divide a script
// into cells, and `// %% [markdown]` starts a text cell, like in editors and Jupytext.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const examples = fileURLToPath(new URL('../examples/', import.meta.url))

/** Versions that the kernel downloads if `node_modules` does not have the package. */
const versions: Readonly<Record<string, string>> = { viem: '2', '@observablehq/plot': '0.6', linkedom: '0.18' }

type Cell = {
  readonly cell_type: 'code' | 'markdown'
  readonly id: string
  readonly metadata: object
  readonly source: readonly string[]
  readonly execution_count?: null
  readonly outputs?: readonly []
}

/** Lists the names of scripts that are also notebooks. */
export function listNotebooks(): readonly string[] {
  const names = readdirSync(examples).filter((name) => name.endsWith('.ts'))
  return names
    .filter((name) => readFileSync(join(examples, name), 'utf8').startsWith('// %%'))
    .map((name) => name.slice(0, -'.ts'.length))
}

/** Returns the notebook of a script as text of an `.ipynb` file. */
export function toNotebook(name: string): string {
  const script = readFileSync(join(examples, `${name}.ts`), 'utf8')
  const cells = [...script.matchAll(/^\/\/ %%( \[markdown\])?\n([\s\S]*?)(?=^\/\/ %%|(?![\s\S]))/gm)].map(
    ([, isText, body = ''], index) => (isText ? toTextCell(body, index) : toCodeCell(body, index)),
  )
  const metadata = {
    kernelspec: { display_name: 'Deno', language: 'typescript', name: 'deno' },
    language_info: { file_extension: '.ts', mimetype: 'text/x.typescript', name: 'typescript' },
  }
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`
}

function toTextCell(body: string, index: number): Cell {
  const text = body.trimEnd().replaceAll(/^\/\/ ?/gm, '')
  return { cell_type: 'markdown', id: `cell-${index}`, metadata: {}, source: toLines(text) }
}

function toCodeCell(body: string, index: number): Cell {
  const withVersions = body.trimEnd().replaceAll(/(from ')(?!node:)([^']+)(')/g, (_, from, name, quote) => {
    const [, module = name, path = ''] = /^(@[^/]+\/[^/]+|[^/]+)(.*)$/.exec(name) ?? []
    const version = versions[module]
    return `${from}npm:${module}${version === undefined ? '' : `@${version}`}${path}${quote}`
  })
  // A cell has no `import.meta`. Paths are relative to the kernel's folder, which is that of the notebook.
  const text = withVersions.replaceAll(/new URL\(('[^']+'), import\.meta\.url\)/g, '$1')
  const code = { execution_count: null, outputs: [] as const }
  return { cell_type: 'code', id: `cell-${index}`, metadata: {}, source: toLines(text), ...code }
}

/** Splits lines like the format requires: all but the last end with a line break. */
const toLines = (text: string) => text.split(/(?<=\n)/)

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of listNotebooks()) writeFileSync(join(examples, `${name}.ipynb`), toNotebook(name))
