#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/outrigger.js', import.meta.url)

// Before the code is loaded, or its stacks tell lines of the bundle.
if (process.env.OUTRIGGER_DEBUG || process.argv.includes('--verbose')) process.setSourceMapsEnabled(true)

if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('outrigger is not built yet. Run `npm run build` in the repository, then try again.\n')
  process.exitCode = 1
}
