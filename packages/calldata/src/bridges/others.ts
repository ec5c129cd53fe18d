import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol, type Protocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

/** A Bitcoin transaction and the deposit it reveals. */
const transaction = '(bytes4,bytes,bytes,bytes4)'
const reveal = '(uint32,bytes8,bytes20,bytes20,bytes4,address)'

/** Bridges with only one or two known functions. */
export const otherBridges: readonly Protocol[] = [
  defineProtocol({
    id: 'other_bridge',
    name: 'Other bridges',
    source: 'https://github.com/DefiLlama/bridges-server',
    contracts: [],
    atAnyAddress: defineFunctions({
      // ChainBridge (Meter Passport and many more), RenVM, Symbiosis.
      'deposit(uint8,bytes32,bytes)': bridge({ destination: 0 }),
      ...each(bridge({ amount: 1 }), 'mint(bytes32,uint256,bytes32,bytes)', 'burn(bytes,uint256)'),
      ...each(bridge(), 'metaRoute((bytes,bytes,address[],address,address,uint256,bool,address,bytes))'),
      // Poly Network: locked by users, relayed by its keepers.
      ...each(
        bridge({ token: 0, destination: 1, amount: 3 }),
        'lock(address,uint64,bytes,uint256)',
        'lock(address,uint64,bytes,uint256,uint256,uint256)',
      ),
      ...each(bridge(), 'verifyHeaderAndExecuteTx(bytes,bytes,bytes,bytes,bytes)'),
      // BNB Beacon Chain's TokenHub, and the packages its relayers hand over.
      'transferOut(address,address,uint256,uint64)': bridge({ token: 0, recipient: 1, amount: 2 }),
      ...each(bridge(), 'handlePackage(bytes,bytes,uint64,uint64,uint8)'),
      // Tokens of the Avalanche bridge.
      'unwrap(uint256,uint256)': bridge({ token: 'self', amount: 0, destination: 1 }),
      ...each(
        bridge({ token: 'self', recipient: 0, amount: 1 }),
        'mint(address,uint256,address,uint256,bytes32)',
        'mint(address,uint256,address,uint256,bytes32,uint256)',
      ),
      // Gas for another chain: Merkly and similar services, Bungee's refuel. Owlto's depositor.
      ...each(bridge({ destination: 0 }), 'bridgeGas(uint16,bytes,bytes)', 'bridgeGas(uint16,address,bytes)'),
      'depositNativeToken(uint256,address)': bridge({ destination: 0, recipient: 1 }),
      'deposit(string,address,address,uint256,uint256,uint256)': bridge({ token: 1, amount: 3, destination: 4 }),
      // Layerswap's depository on chains whose address differs.
      'depositNative(bytes32,address)': bridge({ recipient: 'sender' }),
      'depositERC20(bytes32,address,address,uint256)': bridge({ token: 1, amount: 3, recipient: 'sender' }),
    }),
  }),
  defineProtocol({
    id: 'tbtc',
    name: 'Threshold tBTC',
    source: 'https://docs.threshold.network/app-development/tbtc-v2/tbtc-contracts-api',
    contracts: [],
    atAnyAddress: defineFunctions({
      ...each(
        bridge({ destination: 'bitcoin' }),
        'requestRedemption(bytes20,(bytes32,uint32,uint64),bytes,uint64)',
        '0xb6e92015', // L1BitcoinRedeemer
        '0x380faf53', // L2BitcoinRedeemer
      ),
      ...each(
        bridge(),
        `revealDeposit(${transaction},${reveal})`,
        `revealDepositWithExtraData(${transaction},${reveal},bytes32)`,
        `initializeDeposit(${transaction},${reveal},address)`,
        `initializeDeposit(${transaction},${reveal},bytes32)`,
        'receiveTbtc(bytes)',
      ),
      'sendTbtc(uint256,uint16,bytes32,uint256,uint32)': bridge({ amount: 0, destination: 1, recipient: 2 }),
    }),
  }),
]
