import { createReadStream, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/**
 * Creates a server for the files of a built site. A path without extension returns the page with that name, a folder returns
 * its `index.html`, and an unknown path returns `404.html` with status 404.
 */
export function createSiteServer(folder: string): Server {
  return createServer((request, response) => {
    const path = toPath(request.url ?? '/')
    const found = path && [path, `${path}.html`, join(path, 'index.html')].map((one) => join(folder, one)).find(isFile)
    const file = found || join(folder, '404.html')
    response.statusCode = found ? 200 : 404
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    if (isFile(file)) createReadStream(file).pipe(response)
    else response.end()
  })
}

/** Returns the normalized path of a URL, which cannot leave the folder. Returns null if the URL is malformed. */
function toPath(url: string): string | null {
  try {
    return normalize(decodeURIComponent(new URL(url, 'http://site').pathname)).replaceAll('\0', '')
  } catch {
    return null
  }
}
