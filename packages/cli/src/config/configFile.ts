import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OutriggerError } from '@outrigger/core'
import { flattenConfig, type Setting } from './settings.ts'

const defaultNames = ['outrigger.config.json', 'outrigger.config.mjs']

export class ConfigFileError extends OutriggerError {
  readonly code = 'CONFIG_FILE'
}

/**
 * Reads the settings of the given file, or of `outrigger.config.{json,mjs}` in the current directory if it exists.
 * @throws {ConfigFileError}
 */
export async function readConfigFile(path?: string): Promise<readonly Setting[]> {
  const name = path ?? defaultNames.find((candidate) => existsSync(candidate))
  if (name === undefined) return []
  if (!existsSync(name)) throw new ConfigFileError(`There is no configuration file at ${name}.`)
  const config = extname(name) === '.json' ? await readJson(name) : await readModule(name)
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new ConfigFileError(
      `${name} must contain an object of settings${extname(name) === '.json' ? '' : ' as its default export'}.`,
    )
  return flattenConfig(config, name)
}

// The parser's message quotes the text around the mistake, which may be part of a URL with a key: only the place is reported.
async function readJson(name: string): Promise<unknown> {
  // Some editors begin a file with a byte order mark, which decoding drops.
  const text = new TextDecoder().decode(await readFile(name))
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    const line = position === undefined ? '' : ` near line ${text.slice(0, Number(position)).split('\n').length}`
    throw new ConfigFileError(`${name} is not valid JSON${line}.`)
  }
}

async function readModule(name: string): Promise<unknown> {
  try {
    return ((await import(pathToFileURL(resolve(name)).href)) as { default?: unknown }).default
  } catch (cause) {
    throw new ConfigFileError(`${name} cannot be loaded: ${(cause as Error).name}. Run \`node ${name}\` to see where.`)
  }
}
