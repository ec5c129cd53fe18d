import { type Protocol, protocols } from '@outrigger/defi'
import { batchTransfer } from './wrappers/batchTransfer.ts'
import { dsProxy } from './wrappers/dsProxy.ts'
import { erc4337 } from './wrappers/erc4337.ts'
import { erc7579 } from './wrappers/erc7579.ts'
import { forwarder } from './wrappers/forwarder.ts'
import { instadapp } from './wrappers/instadapp.ts'
import { multicall3 } from './wrappers/multicall.ts'
import { multisig } from './wrappers/multisig.ts'
import { safe } from './wrappers/safe.ts'
import { smartAccount } from './wrappers/smartAccount.ts'
import { timelock } from './wrappers/timelock.ts'

/** Contracts and account functions that carry other calls. */
export const wrappers: readonly Protocol[] = [
  multicall3,
  safe,
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

/** All that the classifier knows: wrappers first, since a wrapper's selector may also be a protocol's. */
export const registry: readonly Protocol[] = [...wrappers, ...protocols]
