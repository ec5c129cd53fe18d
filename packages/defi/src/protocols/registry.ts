import type { Protocol } from '../calldata/protocol.ts'
import { blend, blur } from './blur/blur.ts'
import { bridges } from './bridges/bridges.ts'
import { cryptoKitties } from './cryptoKitties/cryptoKitties.ts'
import { cryptoPunks } from './cryptoPunks/cryptoPunks.ts'
import { erc20 } from './erc20/erc20.ts'
import { erc721 } from './erc721/erc721.ts'
import { nftMint } from './erc721/mints.ts'
import { erc1155 } from './erc1155/erc1155.ts'
import { exchangeWallets } from './exchangeWallets.ts'
import { governance, oracleReports } from './governance/governance.ts'
import { lenders } from './lenders.ts'
import { looksRare } from './looksRare/looksRare.ts'
import { nftMarkets } from './nftMarkets/nftMarkets.ts'
import { seaport } from './seaport/seaport.ts'
import { staking } from './staking/staking.ts'
import { swapProtocols } from './swapProtocols.ts'
import { uniswapFamily } from './uniswapFamily.ts'
import { wrappedNative } from './wrappedNative/wrappedNative.ts'
import { wyvern } from './wyvern/wyvern.ts'
import { x2y2 } from './x2y2/x2y2.ts'

/** Every protocol the decoder knows. Order decides where two claim a selector: the particular before the general. */
export const protocols: readonly Protocol[] = [
  ...uniswapFamily,
  ...swapProtocols,
  wrappedNative,
  seaport,
  wyvern,
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
  oracleReports,
]
