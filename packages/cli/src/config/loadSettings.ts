import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { configDefaults } from '@outrigger/server/internal'
import { readConfigFile } from './configFile.ts'
import { computeDataDir } from './dataDir.ts'
import { readEnvironment } from './environment.ts'
import { readFlags, type SettingFlags } from './flags.ts'
import { type Setting, type Settings, toSettings } from './settings.ts'

export type ConfigFlags = SettingFlags & { readonly config?: string }

/**
 * Loads `.env` of the current directory. Variables that are already set take precedence. Ignores a folder `.env`, which
 * may be a Python environment.
 */
export function loadEnvFile(): void {
  if (statSync('.env', { throwIfNoEntry: false })?.isDirectory() !== false) return
  // Node's own loader takes a byte order mark for a part of the first name; decoding drops it.
  const variables = parseEnv(new TextDecoder().decode(readFileSync('.env')))
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
}

/**
 * Loads the settings. Flags override the environment, which overrides the file, which overrides the defaults.
 * @throws {UsageError | ConfigFileError}
 */
export async function loadSettings(flags: ConfigFlags, env = process.env): Promise<Settings> {
  const file = await readConfigFile(flags.config ?? (env['OUTRIGGER_CONFIG'] || undefined))
  return toSettings(defaults(), file, readEnvironment(env), readFlags(flags))
}

function defaults(): readonly Setting[] {
  const { host, port, gatewayPort } = configDefaults
  const values = { dataDir: computeDataDir(), host, port, gatewayPort }
  return Object.entries(values).map(([path, value]) => ({ path, value, origin: 'default' }))
}
