import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defaultUrl, toOpenRpc } from '../src/gateway/openrpc/document.ts'
import { createPolicy } from '../src/gateway/rpc/policy.ts'
import { version } from '../src/version.ts'

/** The OpenRPC document of a gateway without settings. A test compares the file with it. */
export const openRpcFile = {
  url: new URL('../../../docs/spec/openrpc.json', import.meta.url),
  render() {
    const document = toOpenRpc({ version, url: defaultUrl, chains: ['ethereum'], isAllowed: createPolicy({}) })
    return `${JSON.stringify(document, null, 2)}\n`
  },
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(openRpcFile.url, openRpcFile.render())
