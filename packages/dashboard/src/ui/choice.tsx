type ChoiceProps<T extends string> = {
  readonly label: string
  readonly options: readonly T[]
  readonly value: T
  readonly onChange: (value: T) => void
  /** Text of an option. @default the option itself */
  readonly format?: (option: T) => string
}

/** A labeled select element. */
export function Choice<T extends string>({ label, options, value, onChange, format }: ChoiceProps<T>) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {format?.(option) ?? option}
          </option>
        ))}
      </select>
    </label>
  )
}
