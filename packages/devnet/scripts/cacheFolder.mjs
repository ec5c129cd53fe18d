import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where this user keeps what can be made again, for all clones together. */
export function cacheFolder({ env, platform } = process) {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'outrigger')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'outrigger', 'cache')
  return join(homedir(), '.cache', 'outrigger')
}
