import { type DevnetChainName, devnetChains, startEmbedded } from '../embedded/embedded.ts'
import { UsageError } from '../exitCodes.ts'
import { untilAborted } from '../interrupt.ts'
import { toTable } from '../output/table.ts'
import { toBreakLines } from '../up/screen.ts'
import { type AddCommand, addSubcommand, type GlobalFlags } from './command.ts'
import { type DevnetFlags, toDevnetOptions, withDevnetOptions } from './devnetOptions.ts'

type Flags = GlobalFlags & DevnetFlags & { readonly chains?: string; readonly traffic: boolean }

/** `outrigger devnet`: the embedded chains without a node, for a program's own tests. */
export const addDevnet: AddCommand = (program, cli) => {
  withDevnetOptions(addSubcommand(program, 'devnet', 'start local chains of real contracts'))
    .option('--chains <names>', `comma-separated: ${devnetChains.join(', ')} (default: ethereum)`)
    .option('--no-traffic', 'leave the chains quiet')
    .action((flags: Flags) =>
      cli.serve(flags, async (output, signal) => {
        const options = toDevnetOptions(flags)
        await using devnet = await startEmbedded({
          ...options,
          trafficRate: flags.traffic ? options.trafficRate : 0,
          chains: toChainNames(flags.chains ?? 'ethereum'),
          onProgress: output.progress,
          signal,
        })
        const { chains, providers, mnemonic, controlUrl, proxies } = devnet
        const rows = chains.map(({ name, chainId, rpcUrl, wsUrl }) => ({ name, chainId, rpcUrl, wsUrl }))
        output.data({ chains: rows, ...toEndpoints(providers), mnemonic, controlUrl, proxies }, () => [
          ...toTable(
            ['chain', 'id', 'rpc', 'websocket'].map((title) => ({ title })),
            rows.map(({ name, chainId, rpcUrl, wsUrl }) => [name, String(chainId), rpcUrl, wsUrl]),
          ),
          '',
          'Behind endpoints that can be broken:',
          ...Object.entries(providers.chains).map(([name, chain]) => `  --rpc ${name}=${chain.endpoints.join(',')}`),
          `  --beacon ${providers.beacon.endpoints.join(',')}`,
          ...toBreakLines({ controlUrl, proxies }),
          '',
          `Funded accounts of the mnemonic: ${mnemonic}`,
        ])
        output.note('Ctrl-C stops it.')
        await untilAborted(signal)
        output.note('Closing …')
      }),
    )
}

function toEndpoints({ chains, beacon }: Awaited<ReturnType<typeof startEmbedded>>['providers']) {
  const endpoints = Object.entries(chains).map(([name, chain]) => [name, chain.endpoints])
  return { rpc: Object.fromEntries(endpoints), beacon: beacon.endpoints }
}

function toChainNames(text: string): readonly DevnetChainName[] {
  const names = text.split(',').map((name) => name.trim())
  return names.map((name) => {
    const known = devnetChains.find((candidate) => candidate === name)
    if (known === undefined) throw new UsageError(`There is no devnet "${name}". Possible: ${devnetChains.join(', ')}.`)
    return known
  })
}
