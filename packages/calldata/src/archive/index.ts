import type { Protocol } from '../decoder/protocol.ts'
import { protocols } from '../registry.ts'
import { bancorConverters } from './bancorConverters.ts'
import { compoundV1 } from './compoundV1.ts'
import { etherdelta } from './etherdelta.ts'
import { gnosisProtocolV1 } from './gnosisProtocolV1.ts'
import { hydro } from './hydro.ts'
import { kyberNetwork } from './kyberNetwork.ts'
import { oasis } from './oasis.ts'
import { dexTop, idex, joyso, loopring } from './orderBooks.ts'
import { totle } from './totle.ts'
import { uniswapV1 } from './uniswapV1/uniswapV1.ts'
import { wyvern } from './wyvern.ts'
import { zeroExExchanges } from './zeroEx/zeroEx.ts'

/**
 * Protocols whose own interface stopped offering them before 2023, so that only historical blocks need them. The
 * decoder of pending transactions leaves their calls undecoded.
 */
export const archivedProtocols: readonly Protocol[] = [
  uniswapV1,
  zeroExExchanges,
  gnosisProtocolV1,
  kyberNetwork,
  bancorConverters,
  etherdelta,
  idex,
  loopring,
  joyso,
  dexTop,
  hydro,
  oasis,
  totle,
  wyvern,
  compoundV1,
]

/**
 * All protocols, for transactions of any age.
 *
 * @example
 * const decoder = createDecoder({ chain: 'ethereum', protocols: allProtocols })
 */
export const allProtocols: readonly Protocol[] = [...protocols, ...archivedProtocols]
