package paypal

// TestPayer is an account that may approve.
type TestPayer struct {
	Key, ID, Name, Email string
	JA, EN               string // how it behaves
	first, renewal       *fault
}

// TestPayers are the accounts for people to choose from.
var TestPayers = []TestPayer{
	{"ok", "PAYEROK000001", "山田 太郎", "taro@paypal.example", "いつも支払える", "always pays", nil, nil},
	{"declined", "PAYERNO000001", "鈴木 花子", "hanako@paypal.example", "いつも支払いを断られる", "is always declined", declined, declined},
	{"renewal", "PAYERRE000001", "佐藤 次郎", "jiro@paypal.example", "2回目からの支払いを断られる", "is declined from the second charge on", nil, declined},
	{"nofunds", "PAYERNF000001", "田中 三郎", "saburo@paypal.example", "支払い元がない", "has no source of funds", payerCannot, payerCannot},
	{"locked", "PAYERLO000001", "高橋 四郎", "shiro@paypal.example", "2回目からアカウントが制限される", "is locked from the second charge on", nil, accountLocked},
}

func payerOf(key string) TestPayer {
	for _, p := range TestPayers {
		if p.Key == key {
			return p
		}
	}
	return TestPayer{Key: key}
}

// refuses is why the account does not pay; nil: it pays.
func (p TestPayer) refuses(renewal bool) *fault {
	if renewal {
		return p.renewal
	}
	return p.first
}
