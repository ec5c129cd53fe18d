import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

export type SequencerFeeds = { readonly [chain in ChainName]?: Address }

/**
 * Proxies of Chainlink's sequencer uptime feeds: https://docs.chain.link/data-feeds/l2-sequencer-feeds. The addresses on
 * Arbitrum and Optimism are also in `L2Sequencers.json` of the npm package `@chainlink/hardhat-chainlink`.
 */
export const sequencerFeeds: SequencerFeeds = {
  arbitrum: '0xfdb631f5ee196f0ed6faa767959853a9f217697d',
  base: '0xbcf85224fc0756b9fa45aa7892530b47e10b6433',
  optimism: '0x371ead81c9102c9bf4874a9075ffff170f2ee389',
}
