#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'

const main = new URL('../dist/outrigger.js', import.meta.url)
const [first, ...others] = process.argv.slice(2)

// Before the code is loaded, or its stacks tell lines of the bundle.
if (process.env.OUTRIGGER_DEBUG || process.argv.includes('--verbose')) process.setSourceMapsEnabled(true)
// Node 22 keeps what it has compiled, which halves the start of later commands.
nodeModule.enableCompileCache?.()

// Asked by scripts and completions, and it needs none of the code.
if (others.length === 0 && (first === '--version' || first === '-V')) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
} else if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('outrigger is not built yet. Run `npm run bundle` in the repository, then try again.\n')
  process.exitCode = 1
}
