import { type Address, zeroAddress } from 'viem'
import type { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import type { Decode } from '../decoder/protocol.ts'

const safe4337Modules: readonly Address[] = [
  '0xa581c4a4db7175302464ff3c06380bc3270b4037',
  '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226',
]

/**
 * Official modules of Safe, which do nothing until the account configures them. Do not merge them with the handlers: an
 * allowance module as handler would take orders from anyone.
 *
 * @see https://github.com/safe-global/safe-modules-deployments
 */
export const knownModules: ReadonlySet<Address> = new Set<Address>([
  ...safe4337Modules,
  // AllowanceModule
  '0xcfbfac74c26f8647cbdb8c5caf80bb5b32e43134',
  '0x1fb403834c911eb98d56e74f5182b0d64c3b3b4d',
  '0xaa46724893dedd72658219405185fb0fc91e091c',
  // SocialRecoveryModule
  '0x4aa5bf7d840ac607cb5bd3249e6af6fc86c04897',
])

/**
 * Official fallback handlers of Safe: default, compatibility, token callbacks, extensible.
 *
 * @see https://github.com/safe-global/safe-deployments
 */
export const knownHandlers: ReadonlySet<Address> = new Set<Address>([
  ...safe4337Modules,
  '0xd5d82b6addc9027b22dca772aa68d5d74cdbdf44',
  '0xf48f2b2d2a534e402487b3ee7c18c33aec0fe5e4',
  '0x017062a1de2fe6b99be3d9d37841fed19f573804',
  '0x2f870a80647bbc554f3a0ebd093f11b4d2a7492a',
  '0xfd0732dc9e303f09fcef3a7388ad10a83459ec99',
  '0x9301e98dd367135f21bdf66f342a249c9d5f9069',
  '0x3efcbb83a4a7afcb4f68d501e2c2203a38be77f4',
  '0x54e86d004d71a8d2112ec75face57d730b0433f3',
  '0x85a8ca358d388530ad0fb95d0cb89dd44fc242c3',
])

/**
 * Reports that an address gets power over the called account. The zero address is ignored because it takes power
 * away.
 */
export function giveControl(call: Call, to: Address, known?: ReadonlySet<Address>): void {
  if (to !== zeroAddress && known?.has(to) !== true) call.state.undecoded('control', call.frame, to, null)
}

/** Decodes a function that gives power over the account to the address in word `at`. */
export function givesControl(at: number, known?: ReadonlySet<Address>): Decode {
  return (call) => {
    otherAction(call)
    giveControl(call, call.address(at), known)
  }
}

/** Decodes a function that may lower the number of owners required to act for the account. */
export const lowersThreshold: Decode = (call) => {
  otherAction(call)
  call.state.undecoded('control', call.frame, null, null)
}
