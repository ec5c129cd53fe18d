type Defined<fields> = { [name in keyof fields]?: Exclude<fields[name], undefined> }

/** Omits fields that are `undefined`, because JSON has no `undefined`. */
export function dropUndefined<fields extends object>(fields: fields): Defined<fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<fields>
}
