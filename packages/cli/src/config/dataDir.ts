import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where a platform keeps the data of an application of one user, so that `keys` and `up` meet whatever the directory. */
export function computeDataDir(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'outrigger')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'outrigger')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'outrigger')
}
