import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OutriggerError } from '@outrigger/core'
import { startPostgres } from '@outrigger/devnet/postgres'
import { type CliProcess, startCli } from '../../packages/cli/src/fixtures/cliProcess.ts'

export class SoakEndedError extends OutriggerError {
  readonly code = 'SOAK_ENDED'
}

/** The output of a node when it is ready. */
export type Address = Readonly<Record<'rest' | 'ws' | 'gateway_http' | 'gateway_ws' | 'api_key', string>>
export type SoakNode = { readonly process: CliProcess; readonly pid: number; readonly address: Address }

// Unhandled rejections are counted and must not end the node.
const command = [
  '--unhandled-rejections=warn',
  fileURLToPath(new URL('../../packages/cli/bin/outrigger.js', import.meta.url)),
]

/** Starts nodes of one chain, each in its own process. Several nodes share a PostgreSQL database. */
export async function startNodes(count: number, endpoints: string) {
  const directory = await mkdtemp(join(tmpdir(), 'outrigger-soak-'))
  const cluster = count > 1 ? await startPostgres() : null
  const store = cluster && { OUTRIGGER_STORE: cluster.createDatabase() }
  const processes: CliProcess[] = []
  const close = async () => {
    await Promise.all(processes.map((process) => process[Symbol.asyncDispose]()))
    await cluster?.close()
    await rm(directory, { recursive: true, force: true })
  }

  async function startNode(): Promise<SoakNode> {
    const cwd = await mkdtemp(join(directory, 'node-'))
    const args = ['up', '--json', '--port', '0', '--gateway-port', '0', '--data-dir', cwd, '--rpc', endpoints]
    const process = startCli(args, { cwd, command, env: { OUTRIGGER_LOG: 'error', ...store } })
    processes.push(process)
    const address = JSON.parse(await process.firstLine()) as Address
    const { pid } = process.child
    if (pid === undefined) throw new SoakEndedError('Cannot start the node.')
    return { process, pid, address }
  }
  try {
    const nodes: SoakNode[] = []
    while (nodes.length < count) nodes.push(await startNode())
    return { nodes, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}
