import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/guide/troubleshooting.md'), 'utf8')
/** Messages of other programs. */
const foreign = ['gyp ERR!']

/** The sources without tests, with what a message contains from elsewhere as the page writes it. */
function readSources(): string {
  const files = execFileSync('git', ['ls-files', 'packages/*/src/*.ts'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const own = files.filter((file) => !/(?:\.test|\.bench)\.ts$|\/fixtures\//.test(file))
  return own.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
}

/** What the first columns of the tables quote. */
function readQuotes(): readonly string[] {
  const rows = page.split('\n').filter((line) => /^\| /.test(line))
  const first = rows.map((row) => row.slice(1).split(' | ')[0] ?? '')
  return first.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote))
}

it('every message and code that the page quotes is one of the product', () => {
  const sources = readSources()
  const quotes = readQuotes().filter((quote) => !foreign.includes(quote))
  expect(quotes.length).toBeGreaterThan(40)
  const missing = quotes.filter((quote) => {
    if (/^-?\d+$/.test(quote)) return !sources.includes(quote.replace('-', '')) && !sources.includes(toGrouped(quote))
    if (/^\/|^doctor$/.test(quote)) return false
    // What stands for a value separates the parts that the sources have.
    const parts = quote
      .split('…')
      .flatMap((part) => part.split(/["{}]/))
      .map((part) => part.trim())
    return parts.some((part) => /\w{2}/.test(part) && !sources.includes(part))
  })
  expect(missing).toEqual([])
})

/** As the sources write numbers. */
const toGrouped = (text: string): string => text.replace('-', '').replace(/\B(?=(\d{3})+$)/g, '_')
