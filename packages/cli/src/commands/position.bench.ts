import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Asker, askUnderReorgs, type ReorgReport } from '../../../defi/src/positions/fixtures/askUnderReorgs.ts'
import { bundleCommand } from '../../scripts/bundle.ts'

const callsInProcess = 1_500
const commands = 500

/** The fields of `outrigger position --json` that this benchmark checks. */
type Printed = { readonly positions: readonly { readonly market: string }[]; readonly at_risk: boolean | null }

/** Starts one process per request. */
function connectByCommand(command: string, directory: string, rpcUrl: string): Asker & AsyncDisposable {
  return {
    ask: (address) =>
      new Promise((resolve, reject) => {
        const args = [command, 'position', 'ethereum', address, '--rpc', `ethereum=${rpcUrl}`, '--json']
        execFile(process.execPath, args, { cwd: directory }, (error, stdout) => {
          try {
            const { positions, at_risk: isAtRisk }: Printed = JSON.parse(stdout)
            resolve({ markets: positions.map(({ market }) => market), isComplete: error === null, isAtRisk })
          } catch (cause) {
            reject(error ?? cause)
          }
        })
      }),
    async [Symbol.asyncDispose]() {},
  }
}

async function runCommands(): Promise<ReorgReport> {
  // Beside the packages, so that what is not bundled is found.
  const directory = mkdtempSync(join(fileURLToPath(new URL('../../', import.meta.url)), '.run-'))
  try {
    const command = await bundleCommand(directory)
    return await askUnderReorgs(commands, { connect: (rpcUrl) => connectByCommand(command, directory, rpcUrl) })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function run() {
  const rows = (name: string, { asked, whole, reported, failed, silent, reorgs }: ReorgReport) => [
    { name: `${name}: asked`, value: asked, unit: '' },
    { name: `${name}: reorganisations of 3 blocks meanwhile`, value: reorgs, unit: '' },
    { name: `${name}: answered with every position`, value: whole, unit: '' },
    { name: `${name}: fewer, and said so`, value: reported, unit: '' },
    { name: `${name}: an error`, value: failed, unit: '' },
    { name: `${name}: fewer without saying so`, value: silent.length, unit: '', bar: { atMost: 0 } },
  ]
  return [
    ...rows('getPositionHealth', await askUnderReorgs(callsInProcess)),
    ...rows('outrigger position', await runCommands()),
  ]
}

/** Reads positions while blocks are replaced. */
export const suite = { name: 'position reads', run }
