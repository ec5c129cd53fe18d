// Serves the built documentation site on http://127.0.0.1:4173 (`npm run docs:serve`). `PORT` chooses another port.
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSiteServer } from './siteServer.ts'

const folder = fileURLToPath(new URL('../../docs/site', import.meta.url))
if (!existsSync(join(folder, 'index.html'))) {
  process.stderr.write('docs/site is missing. Run `npm run docs:site` to build it.\n')
  process.exit(1)
}
const server = createSiteServer(folder)
server.once('error', (error) => {
  process.stderr.write(`${error.message}\nSet PORT to use another port.\n`)
  process.exit(1)
})
server.listen(Number(process.env['PORT'] ?? 4173), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}/\n`)
})
