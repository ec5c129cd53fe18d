import { toBaseUrl } from '@outrigger/api/internal'
import type { NodeConfig } from '@outrigger/server'
import { loadStdio, openNode } from '@outrigger/server/internal'
import { UsageError } from '../exitCodes.ts'
import { createRunKey } from '../up/runKey.ts'
import { type AddCommand, withBeacon, withDataDir } from './command.ts'
import { withDevnetOptions } from './devnetOptions.ts'
import { type NodeFlags, type Running, withNodeConfig } from './nodeConfig.ts'
import { type ReadingFlags, toApiKey, toNodeUrl, withNode } from './openReadings.ts'

type Flags = NodeFlags & ReadingFlags

/** `outrigger mcp`: tools for AI agents. stdout has messages of the protocol only. */
export const addMcp: AddCommand = (program, cli) => {
  const command = program.command('mcp').description('serve tools for AI agents on stdin and stdout (MCP)')
  withNode(withDataDir(withBeacon(command))).option('--devnet', 'start a node on embedded chains with traffic')
  withDevnetOptions(command).action((flags: Flags) => cli.serve((output, signal) => mcp(flags, { output, signal })))
}

async function mcp(flags: Flags, running: Running): Promise<void> {
  if (process.stdin.isTTY) running.output.note('Waiting for an MCP client on stdin. Add this command to the client.')
  if (flags.devnet && flags.node) throw new UsageError('--devnet starts a node. Leave out --node.')
  const url = flags.devnet ? undefined : toNodeUrl(flags)
  if (url === undefined) return withNodeConfig(flags, running, ({ config }) => serveOwnNode(config, running))
  const apiKey = toApiKey(flags)
  const serveStdio = await loadStdio()
  await serveStdio({ baseUrl: toBaseUrl(url), ...(apiKey && { apiKey }) }, running.signal)
}

/** Starts a node on free ports, so that it runs beside `outrigger up`. */
async function serveOwnNode(config: NodeConfig, { output, signal }: Running): Promise<void> {
  const serveStdio = await loadStdio()
  const own = { log: 'warn', ...config, host: '127.0.0.1', port: 0, gatewayPort: 0, dashboard: false } as const
  await using node = await openNode(own, {})
  const key = await createRunKey(node.keys, config.store !== undefined)
  try {
    const { url } = await node.listen()
    output.note(`A node for this run answers at ${url}.`)
    await serveStdio({ baseUrl: url, apiKey: key.secret }, signal)
  } finally {
    await key.revoke()
  }
}
