import { type Address, concatHex, type Hex, numberToHex, size, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { alice, bob, encode, token, word } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'

const decoder = createDecoder({ chain: 'ethereum', protocols })
const safe = `0x${'5a'.repeat(20)}` as const
const compatibilityHandler = '0xfd0732dc9e303f09fcef3a7388ad10a83459ec99'
const safe4337Module = '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226'
const allowanceModule = '0xcfbfac74c26f8647cbdb8c5caf80bb5b32e43134'
const moduleSetup = '0x2dd68b007b46fbe91b9a7c3eda5a7a1063cb5b47'
const safe141 = '0x41675c099f32341bf84bfc5382af534df5c7461a'
const multiSend = '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761'

const execTransaction = (operation: number, to: Address, data: Hex) =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[to, 0n, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
  )
const setUp = (handler: Address, library: Address = zeroAddress, data: Hex = '0x') =>
  encode(
    'setup(address[],uint256,address,bytes,address,address,uint256,address)',
    ...[[alice], 1n, library, data, handler, zeroAddress, 0n, zeroAddress],
  )
const undecodedOf = (input: Hex) => decoder.decode({ from: alice, to: safe, input }).undecoded
/** Who gets power over the Safe if it calls itself. */
const controlOf = (data: Hex) =>
  undecodedOf(execTransaction(0, safe, data)).map(({ reason, target }) => [reason, target])

describe('an account gives power over itself', () => {
  const calls: [signature: string, ...args: unknown[]][] = [
    ['enableModule(address)', bob],
    ['setGuard(address)', bob],
    ['setModuleGuard(address)', bob],
    ['setFallbackHandler(address)', bob],
    ['changeMasterCopy(address)', bob],
    ['addOwnerWithThreshold(address,uint256)', bob, 1n],
    ['swapOwner(address,address,address)', alice, safe, bob],
    ['addOwner(address)', bob],
    ['replaceOwner(address,address)', alice, bob],
    ['installModule(uint256,address,bytes)', 2n, bob, '0x'],
    ['setExecution(bytes4,address,address,uint48,uint48,bytes)', '0x12345678', bob, alice, 0, 0, '0x'],
    ['setDefaultValidator(address,bytes)', bob, '0x'],
    ['setupAndEnableModule(address,bytes)', bob, '0x'],
    ['updateImplementation(address)', bob],
    ['upgradeTo(address)', bob],
    ['upgradeToAndCall(address,bytes)', bob, '0x12345678'],
    ['addModule(address,address)', safe, bob],
    ['addOwnerAddress(address)', bob],
  ]
  it.each(calls)('by %s', (...call) => {
    expect(controlOf(encode(...call))).toEqual([['control', bob]])
  })

  it.each([
    ['removeOwner(address,address,uint256)', alice, bob, 1n],
    ['changeThreshold(uint256)', 1n],
    ['removeOwner(address)', bob],
    ['changeRequirement(uint256)', 1n],
  ] as [string, ...unknown[]][])('to fewer owners by %s', (...call) => {
    expect(controlOf(encode(...call))).toEqual([['control', null]])
  })

  it.each([
    ['enableModule(address)', safe4337Module],
    ['enableModule(address)', allowanceModule],
    ['setFallbackHandler(address)', compatibilityHandler],
    ['setFallbackHandler(address)', safe4337Module],
    ['changeMasterCopy(address)', safe141],
    ['setFallbackHandler(address)', zeroAddress],
    ['setGuard(address)', zeroAddress],
    ['setModuleGuard(address)', zeroAddress],
    ['disableModule(address,address)', alice, bob],
  ] as [string, ...unknown[]][])('but not by %s of %s', (...call) => {
    expect(controlOf(encode(...call))).toEqual([])
  })

  it.each([
    ['enableModule(address)', compatibilityHandler],
    ['setFallbackHandler(address)', allowanceModule],
    ['setFallbackHandler(address)', token],
    ['setGuard(address)', safe4337Module],
  ] as const)('by %s of a known contract with another role', (signature, known) => {
    expect(controlOf(encode(signature, known))).toEqual([['control', known]])
  })

  it('in a batch, however many parts before it are unknown', () => {
    const item = (to: Address, data: Hex) => concatHex(['0x00', to, word, numberToHex(size(data), { size: 32 }), data])
    const junk = Array.from({ length: 100 }, (_, index) => item(numberToHex(index + 1, { size: 20 }), '0x12345678'))
    const batch = concatHex([...junk, item(safe, encode('enableModule(address)', bob))])
    expect(undecodedOf(execTransaction(1, multiSend, encode('multiSend(bytes)', batch))).at(-1)).toMatchObject({
      reason: 'control',
      target: bob,
    })
  })
})

describe('the setup of a Safe', () => {
  const enable = (...modules: Address[]) => encode('enableModules(address[])', modules)

  it('has its owners and official contracts without a word', () => {
    for (const handler of [zeroAddress, compatibilityHandler, safe4337Module] as const)
      expect(undecodedOf(setUp(handler, moduleSetup, enable(safe4337Module)))).toEqual([])
  })

  it('reports an unknown fallback handler and unknown modules', () => {
    const input = setUp(token, moduleSetup, enable(safe4337Module, bob))
    expect(undecodedOf(input)).toMatchObject([
      { reason: 'control', target: bob },
      { reason: 'control', target: token },
    ])
  })
})
