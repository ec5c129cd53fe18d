import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

const exits = each(
  bridge({ destination: 'ethereum' }),
  'exit(bytes)',
  'startExitWithBurntTokens(bytes)',
  'processExits(address)',
  'startExitForMintableBurntToken(bytes,(address,bytes))',
)

const toPolygon = { destination: 'polygon' } as const

export const polygonBridge = defineProtocol({
  id: 'polygon_bridge',
  name: 'Polygon PoS bridge',
  source: 'https://docs.polygon.technology/pos/reference/contracts/genesis-contracts',
  contracts: [
    {
      name: 'RootChainManager',
      addresses: deployedOn(['ethereum'], '0xa0c68c638235ee32657e8f720a23cec1bfc77c77'),
      functions: defineFunctions({
        'depositEtherFor(address)': bridge({ ...toPolygon, recipient: 0 }),
        'depositFor(address,address,bytes)': bridge({ ...toPolygon, recipient: 0, token: 1 }),
        ...exits,
      }),
      receive: bridge({ ...toPolygon, recipient: 'sender' }),
    },
    {
      name: 'Plasma DepositManager',
      addresses: deployedOn(['ethereum'], '0x401f6c983ea34274ec46f84d70b31c151321188b'),
      functions: defineFunctions({
        'depositERC20(address,uint256)': bridge({ ...toPolygon, token: 0, amount: 1, recipient: 'sender' }),
        'depositERC20ForUser(address,address,uint256)': bridge({ ...toPolygon, token: 0, recipient: 1, amount: 2 }),
        'depositEther()': bridge({ ...toPolygon, recipient: 'sender' }),
      }),
      receive: bridge({ ...toPolygon, recipient: 'sender' }),
    },
    {
      // Burning one of these on Polygon is the first half of a withdrawal: MATIC, WETH, USDC.e, USDT, DAI, WBTC, AAVE, LINK.
      name: 'Child tokens',
      addresses: {
        polygon: [
          '0x0000000000000000000000000000000000001010',
          '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
          '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
          '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
          '0x8f3cf7ad23cd3cadbd9735aff958023239c6a063',
          '0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6',
          '0xd6df932a45c0f255f85145f286ea0b292b21c90b',
          '0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39',
        ],
      },
      functions: defineFunctions({
        'withdraw(uint256)': bridge({ token: 'self', amount: 0, recipient: 'sender', destination: 'ethereum' }),
        // Listed here so that the ERC-20 table does not have to guess whether a small number is an amount.
        'transferFrom(address,address,uint256)': (call) =>
          call.emit({
            kind: 'transfer',
            protocol: 'erc20',
            token: call.to,
            from: call.address(0),
            to: call.address(1),
            amount: call.uint(2),
          }),
      }),
    },
  ],
  atAnyAddress: defineFunctions(exits),
})

/**
 * The bridge of Polygon zkEVM and of every chain of the AggLayer. Network 0 is Ethereum, 1 is zkEVM, and higher
 * numbers are other chains.
 */
export const polygonZkEvmBridge = defineProtocol({
  id: 'polygon_zkevm_bridge',
  name: 'Polygon zkEVM bridge',
  source: 'https://docs.polygon.technology/zkEVM/architecture/protocol/unified-LxLy',
  contracts: [],
  atAnyAddress: defineFunctions({
    'bridgeAsset(uint32,address,uint256,address,bool,bytes)': bridge({
      destination: 0,
      recipient: 1,
      amount: 2,
      token: 3,
    }),
    'bridgeMessage(uint32,address,bool,bytes)': bridge({ destination: 0, recipient: 1 }),
    'claimAsset(bytes32[32],uint32,bytes32,bytes32,uint32,address,uint32,address,uint256,bytes)': bridge({
      token: 36,
      destination: 37,
      recipient: 38,
      amount: 39,
    }),
    'claimAsset(bytes32[32],bytes32[32],uint256,bytes32,bytes32,uint32,address,uint32,address,uint256,bytes)': bridge({
      token: 68,
      destination: 69,
      recipient: 70,
      amount: 71,
    }),
  }),
})
