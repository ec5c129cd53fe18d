import { type ChainName, getChain, type ProviderPool, RpcAnswerError } from '@outrigger/core'
import { createNode } from '@outrigger/server'
import { toSnakeCase } from '@outrigger/server/internal'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { requireChain } from '../config/providers.ts'
import { toConfig } from '../config/settings.ts'
import { SilentFailure, UsageError } from '../exitCodes.ts'
import { formatMs } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type AddCommand, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly agree?: string }

/** `outrigger rpc`: one JSON-RPC call through the provider pool, with the endpoint that answered. */
export const addRpc: AddCommand = (program, cli) => {
  const command = program
    .command('rpc <chain> <method> [params...]')
    .description('make one JSON-RPC call, with failover')
  withProviders(command)
    .option('--agree <count>', 'number of endpoints that must return the same result (default: 1)')
    .addHelpText(
      'after',
      '\nA parameter is JSON, a whole number (sent as a hex quantity) or text: latest, 0x1234, 17000000, \'{"to":"0x…"}\'',
    )
    .action((chain: string, method: string, params: readonly string[], flags: Flags) =>
      cli.run(async (output, signal) => {
        const name = getChain(chain).name as ChainName
        const agree = toCount(flags.agree)
        const config = toConfig(await loadSettings(flags))
        const settings = requireChain(config.chains?.[name], name)
        await using node = await createNode({ chains: { [name]: settings }, log: 'silent' })
        const pool = requireChain(node.pools[name], name)
        const call = pool.send({ method, params: params.map(toParameter) }, { agree, signal })
        await call.then(
          (answer) => showAnswer(answer, output),
          (error: unknown) => showError(error, output),
        )
      }),
    )
}

function showAnswer(answer: Awaited<ReturnType<ProviderPool['send']>>, output: Output): void {
  const { result, block, provider, attempts, hedged, latencyMs } = answer
  output.data(toSnakeCase<unknown>({ ...answer, block: block === null ? null : Number(block) }), () =>
    typeof result === 'string' ? [result] : JSON.stringify(result, null, 2).split('\n'),
  )
  const calls = `${attempts} upstream call${attempts === 1 ? '' : 's'}`
  output.note(`from ${provider} in ${formatMs(latencyMs)}, ${calls}${hedged ? ', hedged' : ''}`)
}

/** With `--json`, an error of the node is printed as data. */
function showError(error: unknown, output: Output): never {
  if (!output.json || !(error instanceof RpcAnswerError)) throw error
  const { rpcCode, rpcMessage, data, endpoint } = error
  output.data({ error: { code: rpcCode, message: rpcMessage, data }, provider: endpoint }, () => [])
  throw new SilentFailure()
}

function toCount(text = '1'): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new UsageError('--agree takes a number of endpoints, 1 or more.')
  return count
}

/** Quantities of JSON-RPC are hex, but people type block numbers in decimals. */
function toParameter(text: string): unknown {
  if (/^\d+$/.test(text)) return `0x${BigInt(text).toString(16)}`
  if (!/^(?:[[{"]|true$|false$|null$)/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`This parameter looks like JSON but is invalid: ${text.slice(0, 80)}`, { cause })
  }
}
