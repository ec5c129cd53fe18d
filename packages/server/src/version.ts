import { readFileSync } from 'node:fs'

// Read rather than imported, because the relative path is the same in the sources and in the build.
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export const version = manifest.version
