# SPDX-License-Identifier: GPL-3.0-or-later
#
# Completion of pgpbench's words for bash.  Options, names of keys, operations,
# formats and references are asked of the program itself, so that they are those
# of the version at hand.

_pgpbench_names() {
    "$1" list "$2" 2>/dev/null | awk '{ print $1 }'
}

_pgpbench_options() {
    "$1" ${2:+"$2"} --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*'
}

_pgpbench() {
    local program=$1 current=$2 before=$3 verb='' word
    local verbs='run compare report list check'
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case " $verbs " in
        *" $word "*)
            verb=$word
            break
            ;;
        esac
    done
    COMPREPLY=()
    case $before in
    -k | --key) word=$(_pgpbench_names "$program" keys) ;;
    -o | --only) word=$(_pgpbench_names "$program" operations) ;;
    -f | --format) word=$(_pgpbench_names "$program" formats) ;;
    --data) word='file memory' ;;
    --cache | --pool) word='cold warm' ;;
    --probe) word='separate always never' ;;
    --color) word='auto always never' ;;
    -u | --time-unit) word='ns us ms s' ;;
    --compress) word='none zip zlib bzip2' ;;
    list) word='operations keys metrics formats stages references' ;;
    *)
        case $current in
        -*) word=$(_pgpbench_options "$program" "$verb") ;;
        *)
            word=
            [ "$verb" ] || word=$verbs
            case $verb in
            compare | report)
                word=$(_pgpbench_names "$program" references)
                ;;
            esac
            ;;
        esac
        ;;
    esac
    # Files are bash's own business: -o default.
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(compgen -W "$word" -- "$current")
}

complete -o default -F _pgpbench pgpbench
