import { homedir } from 'node:os'
import { join } from 'node:path'

/** Returns the platform's directory for data of one user, so that `keys` and `up` share it in any working directory. */
export function computeDataDir(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'outrigger')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'outrigger')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'outrigger')
}
