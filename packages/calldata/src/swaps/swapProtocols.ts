import type { Protocol } from '../decoder/protocol.ts'
import { ambient } from './ambient.ts'
import { balancerV1, balancerV2, balancerV3 } from './balancer/balancer.ts'
import { bancor } from './bancor.ts'
import { cow } from './cow/cow.ts'
import { curve } from './curve/curve.ts'
import { dodo } from './dodo.ts'
import { enzyme } from './enzyme.ts'
import { gmx } from './gmx.ts'
import { kyber } from './kyber/kyber.ts'
import { fourMeme } from './launchpads.ts'
import { lifi } from './lifi.ts'
import { metamask } from './metamask.ts'
import { mooniswap, mstable } from './mooniswap.ts'
import { odos } from './odos.ts'
import { okx } from './okx.ts'
import { oneinch } from './oneinch/oneinch.ts'
import { openocean } from './openocean.ts'
import { fraxswap, integral, izumi, maverick, mento, velocore, wombat, woofi } from './otherPools.ts'
import { paraswap } from './paraswap/paraswap.ts'
import { pendle } from './pendle.ts'
import { airswap, bebop, clipper, hashflow } from './quotes.ts'
import { saddle } from './saddle.ts'
import { shell } from './shell.ts'
import { mute, syncswap } from './syncswap.ts'
import { synthetix } from './synthetix.ts'
import { tokenlon } from './tokenlon.ts'
import { bananaGun, binanceWallet, enso, gmgn, rainbow, setProtocol, transit } from './wallets.ts'
import { zeroEx } from './zeroEx/zeroEx.ts'

/** Aggregators, and exchanges that are not derived from Uniswap. */
export const swapProtocols: readonly Protocol[] = [
  oneinch,
  zeroEx,
  paraswap,
  metamask,
  curve,
  balancerV2,
  balancerV1,
  balancerV3,
  cow,
  kyber,
  odos,
  okx,
  openocean,
  lifi,
  bancor,
  dodo,
  synthetix,
  gmx,
  mstable,
  mooniswap,
  saddle,
  tokenlon,
  hashflow,
  bebop,
  airswap,
  clipper,
  maverick,
  wombat,
  woofi,
  izumi,
  fraxswap,
  integral,
  shell,
  mento,
  velocore,
  syncswap,
  mute,
  ambient,
  pendle,
  fourMeme,
  transit,
  binanceWallet,
  bananaGun,
  gmgn,
  rainbow,
  enso,
  setProtocol,
  enzyme,
]
