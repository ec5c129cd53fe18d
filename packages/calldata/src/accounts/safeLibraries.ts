import type { Address } from 'viem'
import { otherAction } from '../decoder/otherAction.ts'
import { type Contract, type Decode, defineFunctions } from '../decoder/protocol.ts'
import { giveControl, knownModules } from './control.ts'
import { everywhere } from './everywhere.ts'
import { endow } from './innerCalls.ts'

type Library = {
  readonly name: string
  readonly addresses: readonly Address[]
  /** More addresses on Ethereum. */
  readonly ethereum?: readonly Address[]
  /** More addresses on zkSync, which derives other addresses from the same deployments. */
  readonly zksync?: readonly Address[]
  readonly functions: { readonly [signature: string]: Decode }
}

/** Size of the head of an inner transaction: operation (1), to (20), value (32), length (32). */
const headBytes = 85

/** Decodes packed transactions. The account that runs the library sends them. */
export function multiSend(allowsDelegatecall: boolean): Decode {
  return (call) => {
    const span = call.bytes(0)
    const size = (span.end - span.start) / 2
    for (let at = 0; at < size; ) {
      const operation = call.packedUint(span, at, 1)
      const [to, value] = [call.packedAddress(span, at + 1), call.packedUint(span, at + 21, 32)]
      const length = call.packedUint(span, at + 53, 32)
      if (length > BigInt(size - at - headBytes)) return call.reject()
      const start = span.start + 2 * (at + headBytes)
      const inner = { start, end: start + 2 * Number(length) }
      if (operation === 0n) call.enter(to, value, inner)
      else if (operation !== 1n) return call.reject()
      else if (allowsDelegatecall) call.delegate(to, inner)
      // It reverts, whatever the target is.
      else call.state.undecoded('delegatecall', inner, to, null)
      at += headBytes + Number(length)
    }
  }
}

/** MultiSend itself reverts unless it is run by delegatecall. */
const multiSendAsAccount: Decode = (call) => (call.frame.library === null ? call.reject() : multiSend(true)(call))

/** Decodes CreateCall. Its first word is the native currency sent to the new contract. */
const create: Decode = (call) => {
  otherAction(call)
  endow(call, call.uint(0))
}

const enableModules: Decode = (call) => {
  otherAction(call)
  for (const module of call.addresses(0)) giveControl(call, module, knownModules)
}

const list: readonly Library[] = [
  {
    name: 'MultiSend',
    addresses: [
      '0x8d29be29923b68abfdd21e541b9374737b49cdad',
      '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
      '0x998739bfdaadde7c933b942a68053933098f9eda',
      '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
      '0x218543288004cd07832472d464648173c77d7eb7',
    ],
    ethereum: ['0xb522a9f781924ed250a11c54105e51840b138add'],
    zksync: ['0x0dfcccb95225ffb03c6fbb2559b530c2b7c8a912', '0x309d0b190fecca8e1d5d8309a16f7e3cb133e885'],
    functions: { 'multiSend(bytes)': multiSendAsAccount },
  },
  {
    name: 'MultiSendCallOnly',
    addresses: [
      '0x40a2accbd92bca938b02010e17a5b8929b49130d',
      '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
      '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
      '0xa83c336b20401af773b6219ba5027174338d1836',
    ],
    zksync: ['0xf220d3b4dfb23c4ade8c88e526c1353abacbc38f', '0x0408ef011960d02349d50286d20531229bcef773'],
    functions: { 'multiSend(bytes)': multiSend(false) },
  },
  {
    name: 'SignMessageLib',
    addresses: [
      '0xa65387f16b013cf2af4605ad8aa5ec25a2cba3a2',
      '0x98ffbbf51bb33a056b08ddf711f289936aaff717',
      '0xd53cd0ab83d845ac265be939c57f53ad838012c9',
      '0x4ffef8222648872b3de295ba1e49110e61f5b5aa',
    ],
    zksync: ['0x357147caf9c0cca67dfa0cf5369318d8193c8407', '0xaca1ec0a1a575cdccf1dc3d5d296202eb6061888'],
    functions: { 'signMessage(bytes)': otherAction },
  },
  {
    name: 'CreateCall',
    addresses: [
      '0x7cbb62eaa69f79e6873cd1ecb2392971036cfaa4',
      '0xb19d6ffc2182150f8eb585b79d4abcd7c5640a9d',
      '0x9b35af71d77eaf8d7e40252370304687390a1a52',
      '0x2ef5ecfbea521449e4de05edb1ce63b75eda90b4',
    ],
    zksync: ['0xcb8e5e438c5c2b45fbe17b02ca9af91509a8ad56', '0xaaa566fe7978bb0fb0b5362b7ba23038f4428d8f'],
    functions: {
      'performCreate(uint256,bytes)': create,
      'performCreate2(uint256,bytes,bytes32)': create,
    },
  },
  {
    name: 'SafeMigration',
    addresses: ['0x526643f69b81b008f46d95cd5ced5ec0edffdac6', '0x6439e7abd8bb915a5263094784c5cf561c4172ac'],
    zksync: ['0x817756c6c555a94bcee39eb5a102abc1678b09a7'],
    functions: {
      'migrateSingleton()': otherAction,
      'migrateWithFallbackHandler()': otherAction,
      'migrateL2Singleton()': otherAction,
      'migrateL2WithFallbackHandler()': otherAction,
    },
  },
  {
    name: 'SafeToL2Setup',
    addresses: ['0xbd89a1ce4dde368ffab0ec35506eece0b1ffdc54', '0x900c7589200010d6c6ecaae5b06ebe653bc2d82a'],
    zksync: ['0x199a9df0224031c20cc27083a4164c9c8f1bcb39'],
    functions: { 'setupToL2(address)': otherAction },
  },
  {
    name: 'SafeModuleSetup',
    // Its first version is called AddModulesLib.
    addresses: ['0x8ecd4ec46d4d2a6b64fe960b3d64e8b94b2234eb', '0x2dd68b007b46fbe91b9a7c3eda5a7a1063cb5b47'],
    functions: { 'enableModules(address[])': enableModules },
  },
]

/**
 * Libraries that Safes run by delegatecall.
 *
 * @see https://github.com/safe-global/safe-deployments
 * @see https://github.com/safe-global/safe-modules/blob/main/modules/4337/CHANGELOG.md
 */
export const safeLibraries: readonly Contract[] = list.map(
  ({ name, addresses, ethereum = [], zksync = [], functions }) => ({
    name,
    addresses: {
      ...everywhere(...addresses),
      ethereum: [...addresses, ...ethereum],
      zksync: [...addresses, ...zksync],
    },
    functions: defineFunctions(functions),
    isLibrary: true,
  }),
)
