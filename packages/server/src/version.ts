import { readFileSync } from 'node:fs'

// The manifest is read at run time: the relative path is right from the sources and from the build.
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export const version = manifest.version
