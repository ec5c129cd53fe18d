import type { Protocol } from '../decoder/protocol.ts'
import { batchTransfer } from './batchTransfer.ts'
import { dsProxy } from './dsProxy.ts'
import { erc4337 } from './erc4337.ts'
import { erc7579 } from './erc7579.ts'
import { forwarder } from './forwarder.ts'
import { instadapp } from './instadapp.ts'
import { multicall3 } from './multicall.ts'
import { multisig } from './multisig.ts'
import { proxyFactory } from './proxyFactory.ts'
import { safe } from './safe.ts'
import { smartAccount } from './smartAccount.ts'
import { timelock } from './timelock.ts'

/** Protocols whose contracts and account functions contain other calls. */
export const wrappers: readonly Protocol[] = [
  multicall3,
  safe,
  proxyFactory,
  erc4337,
  erc7579,
  smartAccount,
  dsProxy,
  instadapp,
  forwarder,
  timelock,
  multisig,
  batchTransfer,
]
