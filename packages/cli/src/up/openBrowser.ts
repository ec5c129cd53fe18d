import { spawn } from 'node:child_process'

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a URL in the browser of this machine, or reports that no browser can be opened. */
export function openBrowser(url: string, note: (line: string) => void): void {
  const [command, ...args] = openers[process.platform] ?? (['xdg-open'] as const)
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => note(`No browser could be opened: ${command} is missing.`))
  child.unref()
}
