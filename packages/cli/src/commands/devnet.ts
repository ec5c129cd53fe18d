import { findChainName, toSuggestion } from '@outrigger/core/internal'
import { splitList, toPort } from '../config/flags.ts'
import { type BannerParts, toBannerLines } from '../embedded/banner.ts'
import { type DevnetChainName, devnetChains, startEmbedded } from '../embedded/embedded.ts'
import { UsageError } from '../exitCodes.ts'
import { untilAborted } from '../interrupt.ts'
import type { AddCommand } from './command.ts'
import { type DevnetFlags, toDevnetOptions, withDevnetOptions } from './devnetOptions.ts'

type Flags = DevnetFlags & { readonly chains?: string; readonly port?: string }

/** `outrigger devnet`: the embedded chains without a node, for the tests of a program. */
export const addDevnet: AddCommand = (program, cli) => {
  withDevnetOptions(program.command('devnet').description('start local chains with real contracts'))
    .option('--chains <name,…>', `any of ${devnetChains.join(', ')} (default: ethereum)`)
    .option('--port <port>', 'port of the first chain; the other chains get the next ports (default: free ports)')
    .action((flags: Flags) =>
      cli.serve(async (output, signal) => {
        await using devnet = await startEmbedded({
          ...toDevnetOptions(flags),
          port: toPort('--port', flags.port ?? '0'),
          chains: toChainNames(flags.chains ?? 'ethereum'),
          onProgress: output.progress,
          signal,
        })
        output.data(toJsonForm(devnet), () => toBannerLines(devnet, 10))
        output.note('Press Ctrl-C to stop.')
        await untilAborted(signal)
        output.note('Closing …')
      }),
    )
}

function toJsonForm({ chains, providers, accounts, contracts, mnemonic, controlUrl, proxies }: BannerParts) {
  const rpc = Object.entries(providers.chains).map(([name, chain]) => [name, chain.endpoints])
  return {
    chains: chains.map(({ name, chainId, rpcUrl, wsUrl }) => ({
      name,
      chain_id: chainId,
      rpc_url: rpcUrl,
      ws_url: wsUrl,
    })),
    rpc: Object.fromEntries(rpc),
    beacon: providers.beacon.endpoints,
    mnemonic,
    accounts: accounts.map(({ index, role, address, privateKey }) => ({
      index,
      role,
      address,
      private_key: privateKey,
    })),
    contracts,
    control_url: controlUrl,
    proxies,
  }
}

function toChainNames(text: string): readonly DevnetChainName[] {
  return splitList(text).map((text) => {
    const known = devnetChains.find((candidate) => candidate === (findChainName(text) ?? text))
    if (known !== undefined) return known
    throw new UsageError(
      `There is no devnet "${text}".${toSuggestion(text, devnetChains)} Possible: ${devnetChains.join(', ')}.`,
    )
  })
}
