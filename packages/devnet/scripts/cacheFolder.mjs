import { homedir } from 'node:os'
import { join } from 'node:path'

/** Returns the folder of this user for data that can be created again. All clones share it. */
export function cacheFolder({ env, platform } = process) {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'outrigger')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'outrigger', 'cache')
  return join(homedir(), '.cache', 'outrigger')
}
