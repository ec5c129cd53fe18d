import { wrappers } from './accounts/registry.ts'
import { bridges } from './bridges/bridges.ts'
import type { Protocol } from './decoder/protocol.ts'
import { governance } from './governance/governance.ts'
import { lenders } from './lending/lenders.ts'
import { blend, blur } from './nft/blur/blur.ts'
import { cryptoKitties } from './nft/cryptoKitties/cryptoKitties.ts'
import { cryptoPunks } from './nft/cryptoPunks/cryptoPunks.ts'
import { erc721 } from './nft/erc721/erc721.ts'
import { nftMint } from './nft/erc721/mints.ts'
import { erc1155 } from './nft/erc1155/erc1155.ts'
import { looksRare } from './nft/looksRare/looksRare.ts'
import { nftMarkets } from './nft/nftMarkets/nftMarkets.ts'
import { seaport } from './nft/seaport/seaport.ts'
import { x2y2 } from './nft/x2y2/x2y2.ts'
import { oracleUpdates } from './oracleUpdates/chainlink.ts'
import { oracleReports } from './oracleUpdates/oracleReports.ts'
import { staking } from './staking/staking.ts'
import { swapProtocols } from './swaps/swapProtocols.ts'
import { uniswapFamily } from './swaps/uniswapFamily.ts'
import { erc20 } from './tokens/erc20/erc20.ts'
import { exchangeWallets } from './tokens/exchangeWallets.ts'
import { wrappedNative } from './tokens/wrappedNative.ts'

/**
 * Every protocol that the decoder supports. If two claim a selector, the earlier one wins. Wrappers come first, and
 * specific protocols come before general ones.
 */
export const protocols: readonly Protocol[] = [
  ...wrappers,
  ...uniswapFamily,
  ...swapProtocols,
  wrappedNative,
  seaport,
  blur,
  blend,
  looksRare,
  x2y2,
  cryptoPunks,
  cryptoKitties,
  ...nftMarkets,
  ...bridges,
  nftMint,
  erc1155,
  erc721,
  exchangeWallets,
  erc20,
  ...lenders,
  staking,
  governance,
  oracleUpdates,
  oracleReports,
]
