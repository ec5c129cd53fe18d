import { readFileSync } from 'node:fs'

// Read instead of imported, because the relative path is the same in the sources and in the build.
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export const version = manifest.version
